// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The extension for VS Code: it starts `corolower lsp`, and shows the texts that its commands return.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = async function (context) {
  const settings = vscode.workspace.getConfiguration("corolower");
  const args = ["lsp"].concat(settings.get("build") ? ["-p", settings.get("build")] : []);
  client = new LanguageClient("corolower", "corolower", { command: settings.get("path"), args }, {
    documentSelector: ["c", "cpp", "llvm"].map((language) => ({ scheme: "file", language })),
    middleware: {
      // A lens's command runs in the server; its text opens beside.
      executeCommand: async (command, args, next) => {
        const text = await next(command, args);
        if (text) {
          const document = await vscode.workspace.openTextDocument({ content: text, language: command === "corolower.frame" ? "markdown" : "llvm" });
          await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside);
        }
        return text;
      },
    },
  });
  context.subscriptions.push(vscode.commands.registerCommand("corolower.showLowered", () =>
    vscode.commands.executeCommand("corolower.lowered", vscode.window.activeTextEditor.document.uri.toString())));
  await client.start();
};

exports.deactivate = () => client && client.stop();
