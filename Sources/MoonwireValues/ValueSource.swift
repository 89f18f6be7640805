public import MoonwireSupport

/// Where values lie before a typed Swift function takes them: an interpreter's stack, or the plan of a container.
///
/// A position is opaque: each source gives it its own meaning (a stack index, a node's address), zero never being one.
/// Every read answers nil when the value is of another kind; it throws only when getting at the value failed.
@usableFromInline package protocol ValueSource: AnyObject {
    func kind(at position: Int) throws -> ValueKind
    /// Whether there is no value, which is faster to determine than the kind.
    func isNull(at position: Int) throws -> Bool
    func boolean(at position: Int) throws -> Bool?
    /// An integer, also one written as a float without a fraction; texts are never converted.
    func integer(at position: Int) throws -> Int64?
    func number(at position: Int) throws -> Double?
    /// The text at the position, or nil when it is none or not valid UTF-8.
    func string(at position: Int) throws -> String?
    func data(at position: Int) throws -> Data?
    /// The object at the position; a struct arrives in its ``ValueBox``.
    func object(at position: Int) throws -> AnyObject?
    /// Visits the elements of a list in order; returns false if the value is not a list. An empty table is a list.
    func forEachElement(at position: Int, _ body: (ValueReader) throws -> Void) throws -> Bool
    /// Visits the entries of a map, sorted by key; returns false if the value is not a map. An empty table is a map.
    func forEachEntry(at position: Int, _ body: (_ key: ValueReader, _ value: ValueReader) throws -> Void) throws
        -> Bool
    /// Visits the entry of a map with that key; false when there is none.
    func withEntry(_ key: EntryKey, at position: Int, _ body: (ValueReader) throws -> Void) throws -> Bool
    /// Runs `body` with a reader of the value as it is now. Otherwise, a source may evaluate the value again for each read.
    func withSnapshot<R>(at position: Int, _ body: (ValueReader) throws -> R) throws -> R
    /// How many elements a list has that may be copied as a whole; nil when they are visited one by one.
    func wholeCount(at position: Int) -> Int?
    /// Copies a list of exactly that number of integers; returns false for any other value.
    func copyIntegers(at position: Int, to elements: UnsafeMutablePointer<Int64>, count: Int) throws -> Bool
    func copyNumbers(at position: Int, to elements: UnsafeMutablePointer<Double>, count: Int) throws -> Bool
    /// Copies texts into memory that holds nothing yet, and answers how many; fewer when one is none.
    func copyTexts(at position: Int, to elements: UnsafeMutablePointer<String>, count: Int) throws -> Int
    /// The position of a call's argument, counted from zero, or zero when the caller gave none.
    func argument(_ index: Int, of call: Int) -> Int
    /// Whether the value must not be shown in messages.
    func isSecret(at position: Int) -> Bool
    /// The conversion of an object to a type that it does not have, if its own type defines one; nil for most types.
    func provided<T>(_ object: AnyObject, as type: T.Type) -> T?
    /// Called before and after application code, which must run without the lock of the source.
    func beginUserCode()
    func endUserCode()
}

extension ValueSource {
    @usableFromInline package func isNull(at position: Int) throws -> Bool { try kind(at: position) == .null }
    @usableFromInline package func isSecret(at position: Int) -> Bool { false }
    @usableFromInline package func provided<T>(_ object: AnyObject, as type: T.Type) -> T? { nil }

    /// Runs code of the application, with nothing of ours held meanwhile.
    @inlinable @inline(__always) package func runUserCode<T>(_ body: () throws -> T) rethrows -> T {
        beginUserCode()
        defer { endUserCode() }
        return try body()
    }

    /// Runs application code on the values that were read for it; no lock is held while it runs or while the values are released.
    @inlinable @inline(__always) package func runUserCode<V, T>(
        on value: consuming V, _ body: (V) throws -> T
    ) rethrows -> T {
        beginUserCode()
        defer { endUserCode() }
        return try use(value, body)
    }

    /// Begins to leave a call because a value does not fit: values that were already read are released on the way out,
    /// without the lock.
    ///
    /// The caller that catches the error outside the call ends this state.
    @inline(never) @usableFromInline package func leaving(with error: any Error, at component: String) -> any Error {
        beginUserCode()
        return (error as? ConversionError)?.at(component) ?? error
    }

    /// Writes the result of a call.
    ///
    /// A result that may own objects is released without the lock.
    @inlinable @inline(__always) package func deliver<Result: Convertible>(
        _ result: consuming Result, to writer: ValueWriter
    ) throws {
        if ownsNothing(Result.self) { return try writer.deliver(result) }
        try deliver(consume result) { try writer.deliver($0) }
    }

    /// The same for a result whose type is known only at run time.
    @usableFromInline package func deliverDynamically<Result>(_ result: consuming Result, to writer: ValueWriter) throws
    {
        try deliver(consume result) { try writer.deliverDynamically($0) }
    }

    @inlinable @inline(never) package func deliver<Result>(
        _ result: consuming Result, _ write: (Result) throws -> Void
    ) throws {
        let failure = failure(of: { try write(result) })
        beginUserCode()
        discard(consume result)
        endUserCode()
        if let failure { throw failure }
    }

    @usableFromInline package func withEntry(_ key: EntryKey, at position: Int, _ body: (ValueReader) throws -> Void)
        throws -> Bool
    {
        if case .integer(let index) = key {
            var count: Int64 = 0
            let isList = try forEachElement(at: position) { element in
                count += 1
                if count == index { try body(element) }
            }
            if isList { return (1...max(count, 1)).contains(index) && count > 0 }
        }
        var isFound = false
        _ = try forEachEntry(at: position) { candidate, value in
            guard !isFound, try key.isSame(as: candidate) else { return }
            isFound = true
            try body(value)
        }
        return isFound
    }

    @usableFromInline package func withSnapshot<R>(at position: Int, _ body: (ValueReader) throws -> R) throws -> R {
        try body(ValueReader(self, position: position))
    }

    @usableFromInline package func wholeCount(at position: Int) -> Int? { nil }

    @usableFromInline package func copyIntegers(at position: Int, to elements: UnsafeMutablePointer<Int64>, count: Int)
        throws -> Bool
    {
        false
    }

    @usableFromInline package func copyNumbers(at position: Int, to elements: UnsafeMutablePointer<Double>, count: Int)
        throws -> Bool
    {
        false
    }

    @usableFromInline package func copyTexts(at position: Int, to elements: UnsafeMutablePointer<String>, count: Int)
        throws -> Int
    { 0 }
}

/// Whether the release of a value runs no application code, as far as its type shows.
///
/// An object counts as retained by the destination to which it was written.
@inlinable @inline(__always) package func ownsNothing<T>(_ type: T.Type) -> Bool {
    _isPOD(type) || type == String.self || type is AnyObject.Type
}

@usableFromInline func failure(of body: () throws -> Void) -> (any Error)? {
    do { try body() } catch { return error }
    return nil
}

@inlinable @inline(never) func discard<T>(_ value: consuming T) {
    _ = consume value
}

/// A separate scope, at the end of which the value has been released.
@inlinable @inline(__always) func use<V, T>(_ value: consuming V, _ body: (V) throws -> T) rethrows -> T {
    try body(value)
}

/// The key of a single requested entry.
@usableFromInline package enum EntryKey: Sendable, Hashable {
    case text(String)
    case integer(Int64)

    fileprivate func isSame(as key: ValueReader) throws -> Bool {
        switch self {
        case .text(let text): try key.source.string(at: key.position) == text
        case .integer(let integer): try key.source.integer(at: key.position) == integer
        }
    }
}
