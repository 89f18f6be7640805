/// A call of a Swift function: the source of its arguments, and the destination of its result.
///
/// It is valid during the call only. Arguments are read one by one, straight into their types; nothing is boxed.
@frozen @usableFromInline package struct Call {
    /// Where the arguments are.
    @usableFromInline package let source: any ValueSource
    /// What the source knows the call's arguments by.
    @usableFromInline package let arguments: Int
    /// The destination of the result.
    @usableFromInline package let result: ValueWriter

    /// Creates a call.
    @inlinable package init(source: any ValueSource, arguments: Int, result: ValueWriter) {
        self.source = source
        self.arguments = arguments
        self.result = result
    }

    /// The argument with that index, counted from zero; nil when the caller left it out.
    @inlinable package func argument(_ index: Int) -> ValueReader? {
        let position = source.argument(index, of: arguments)
        return position == 0 ? nil : ValueReader(source, position: position)
    }

    /// Runs code of the application, with nothing of ours held meanwhile.
    @inlinable package func runUserCode<T>(_ body: () throws -> T) rethrows -> T {
        try source.runUserCode(body)
    }

    /// Runs application code on the values that were read for it; no lock is held while it runs or while the values are released.
    @inlinable @inline(__always) package func runUserCode<V, T>(
        on value: consuming V, _ body: (V) throws -> T
    ) rethrows -> T {
        try source.runUserCode(on: value, body)
    }
}
