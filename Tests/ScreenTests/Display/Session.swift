import Scorekeeping

/// The state machine; Swift Testing has a type of the same name.
typealias Session = Confirmation
