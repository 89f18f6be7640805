/// An error that the call of a host function causes.
///
/// The script receives it with the name of the function and the line of the call.
protocol MistakeInCall: Error, CustomStringConvertible {}
