/// One call on its way into Swift: where its arguments lie, and where its result goes.
///
/// It is valid during the call only. Arguments are read one by one, straight into their types; nothing is boxed.
@frozen @usableFromInline package struct Call {
    /// Where the arguments are.
    @usableFromInline package let source: any ValueSource
    /// What the source knows the call's arguments by.
    @usableFromInline package let arguments: Int
    /// Where the result goes.
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

    /// Runs code of the application on what was read for it, which is let go of with nothing of ours held, too.
    @inlinable @inline(__always) package func runUserCode<V, T>(
        on value: consuming V, _ body: (V) throws -> T
    ) rethrows -> T {
        try source.runUserCode(on: value, body)
    }
}
