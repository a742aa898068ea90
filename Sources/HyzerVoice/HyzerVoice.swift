// Players, rounds and strokes are part of this library's interface and of ScoreLog's, so they stand in a
// module of their own; importing either library is enough to name them.
@_exported public import DiscGolf
