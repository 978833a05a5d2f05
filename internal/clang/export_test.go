// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package clang

// AnswerOf builds an answer from remarks.
var AnswerOf = answerOf
