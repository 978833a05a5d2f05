package clang

// AnswerOf makes an answer of remarks.
var AnswerOf = answerOf
