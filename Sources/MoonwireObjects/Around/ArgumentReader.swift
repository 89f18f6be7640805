import MoonwireCore

/// Reads the arguments of a call one after the other.
struct ArgumentReader {
    private let call: WrappedCall
    private var index = 0

    init(_ call: WrappedCall) {
        self.call = call
    }

    mutating func next<T>(_ type: T.Type) throws -> T {
        defer { index += 1 }
        return try call.readArgument(index, as: type)
    }
}
