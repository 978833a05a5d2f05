package clang

// AnswerOf builds an answer from remarks.
var AnswerOf = answerOf
