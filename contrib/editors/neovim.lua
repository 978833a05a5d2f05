-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
-- Settings for Neovim 0.7 or later: source this file from init.lua. Inlay hints need Neovim 0.10.
vim.filetype.add({ extension = { ll = "llvm" } })

vim.api.nvim_create_autocmd("FileType", {
  pattern = { "c", "cpp", "llvm" },
  callback = function(args)
    local file = vim.api.nvim_buf_get_name(args.buf)
    local root = vim.fs and vim.fs.find({ "compile_commands.json", "build", ".git" }, { path = file, upward = true })[1]
    local id = vim.lsp.start_client({
      name = "corolower",
      cmd = { "corolower", "lsp" },
      root_dir = root and vim.fs.dirname(root) or vim.fn.getcwd(),
      on_attach = function(_, buf) -- a refresh before that would be the last in Neovim 0.7
        if vim.lsp.inlay_hint then
          vim.lsp.inlay_hint.enable(true, { bufnr = buf })
        end
        vim.api.nvim_create_autocmd({ "BufEnter", "BufWritePost", "CursorHold" }, {
          buffer = buf,
          callback = vim.lsp.codelens.refresh,
        })
      end,
    })
    if id then
      vim.lsp.buf_attach_client(args.buf, id)
    end
  end,
})

-- A code lens shows the frame of its coroutine in a window.
vim.lsp.commands["corolower.frame"] = function(command, ctx)
  vim.lsp.get_client_by_id(ctx.client_id).request("workspace/executeCommand",
    { command = command.command, arguments = command.arguments }, function(_, text)
      if text then
        vim.lsp.util.open_floating_preview(vim.split(text, "\n"), "markdown", {})
      end
    end)
end

-- :CorolowerLowered shows the lowered IR of the file in a new buffer.
vim.api.nvim_create_user_command("CorolowerLowered", function()
  local params = { command = "corolower.lowered", arguments = { vim.uri_from_bufnr(0) } }
  vim.lsp.buf_request(0, "workspace/executeCommand", params, function(err, text)
    if not text then
      return vim.notify(err and err.message or "nothing is lowered", vim.log.levels.ERROR)
    end
    vim.cmd("new")
    vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(text, "\n"))
    vim.bo.buftype, vim.bo.filetype = "nofile", "llvm"
  end)
end, {})
