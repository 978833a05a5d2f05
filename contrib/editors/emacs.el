;;; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;;; Settings for Emacs with lsp-mode, which runs corolower beside clangd. Eglot has one server for a buffer.
(with-eval-after-load 'lsp-mode
  (add-to-list 'lsp-language-id-configuration '("\\.ll\\'" . "llvm"))
  (lsp-register-client
   (make-lsp-client :new-connection (lsp-stdio-connection '("corolower" "lsp"))
                    :activation-fn (lsp-activate-on "c" "cpp" "llvm")
                    :add-on? t
                    :server-id 'corolower)))
