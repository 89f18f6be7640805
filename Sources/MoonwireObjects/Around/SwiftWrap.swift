import MoonwireCore
import MoonwireValues

/// The method that a wrapper replaces: the next wrapper, or the method itself.
///
/// `try original(text)` calls it with the object of the call. It works until the wrapper returns.
public struct OriginalMethod<R, each A> {
    private let call: OriginalCall

    init(_ call: OriginalCall) {
        self.call = call
    }

    /// Calls the method.
    ///
    /// - Parameter arguments: The arguments.
    /// - Returns: The result of the method.
    /// - Throws: The error of the method, or of a wrapper inside of this one; ``ContainerError`` after the wrapper has returned.
    public func callAsFunction(_ arguments: repeat each A) throws -> R {
        let call = try call.current(at: nil)
        var given: [WrappedValue?] = []
        for argument in repeat each arguments { given.append(WrappedValue(argument)) }
        return try call.read(WrappedValue(object: try call.original(given)), as: R.self)
    }
}

/// A typed function of Swift as a wrapper.
struct SwiftWrap<Owner, R, each A>: CallableWrapFunction {
    typealias Body =
        @Sendable (
            _ original: OriginalMethod<R, repeat each A>, _ owner: Owner, repeat each A
        ) throws -> R

    private let body: Body

    init(_ body: @escaping Body) {
        self.body = body
    }

    func call(_ call: WrappedCall) throws -> AnyObject? {
        guard let owner = unboxed(call.receiver, as: Owner.self) else {
            throw ConversionError(
                .kind(expected: typeName(Owner.self), found: typeName(type(of: call.receiver))))
        }
        var arguments = ArgumentReader(call)
        let original = OriginalCall(call)
        defer { original.end() }
        let result = try body(OriginalMethod(original), owner, repeat try arguments.next((each A).self))
        return R.self == Void.self || isNothing(result) ? nil : boxed(unwrappedValue(result))
    }
}
