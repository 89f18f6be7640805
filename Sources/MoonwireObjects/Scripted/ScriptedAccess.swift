import LuaRuntime
import Moonwire
import MoonwireCore
import MoonwireValues

/// The operations of a ``Scripted`` property besides reading and assigning: `$` before its name.
public struct ScriptedAccess<Value> {
    @usableFromInline let owner: AnyObject
    @usableFromInline let storage: UnsafeMutablePointer<Scripted<Value>>

    @inlinable init(_ owner: AnyObject, _ storage: UnsafeMutablePointer<Scripted<Value>>) {
        self.owner = owner
        self.storage = storage
    }

    /// Returns the value; throws ``ContainerError`` if there is none, or the error of an accessor.
    @_specialize(where Value == Int)
    @_specialize(where Value == Double)
    @_specialize(where Value == Bool)
    @_specialize(where Value == String)
    public func get() throws -> Value { try provided() }

    /// Apart, because code for any type would look up metadata before it finds out that there is code for this one.
    @inline(never) private func provided() throws -> Value {
        let accessor = accessor()
        let current = try settled(accessor)
        guard let (found, wrappers) = accessor, let function = found.get else {
            if let current { return current }
            throw ContainerError(.scriptedWithoutValue(title, at: location))
        }
        return try call(function, "get", (current, nil), count: 1, wrappers)
            ?? read(WrappedValue(object: nil), wrappers, "get", function)
    }

    /// Assigns a value, and calls the observers if it differs; throws the error of an accessor, which leaves the value unchanged.
    public func set(_ new: Value) throws {
        let accessor = accessor()
        let former = try settled(accessor)
        var value = new
        if let (found, wrappers) = accessor, let function = found.set {
            value = try call(function, "set", (new, former), count: 2, wrappers) ?? new
        }
        if let former, isSame(former, value) {
            storage.pointee.state.isSettled = true
            return
        }
        storage.pointee.state.value = value
        storage.pointee.state.isSettled = true
        for observer in currentObservers() where !observer.mark.isUndone { observer.body(value, former) }
        if let changed = accessor?.0.changed {
            try changed.call { stack in
                try stack.push(weak: owner)
                try push(value, stack)
                try push(former, stack)
                return 3
            } read: { _, _, _ in
            }
        }
    }

    /// Calls a function after each change, with the new value and the former one.
    ///
    /// ```swift
    /// let observation = mixer.$volume.observe { new, former in meter.show(new) }
    /// ```
    ///
    /// - Parameter body: The function.
    /// - Returns: What ends the observation.
    @discardableResult public func observe(_ body: @escaping (_ new: Value, _ former: Value?) -> Void) -> MethodUndo {
        let mark = WrapMark()
        storage.pointee.state.observers.append(ScriptedObserver(mark: mark, body: body))
        return MethodUndo(mark)
    }

    /// The observers, of which those that are undone are removed.
    ///
    /// The result contains them, too: what they own may observe the property again when it ends, which must not be during the removal.
    private func currentObservers() -> [ScriptedObserver<Value>] {
        let all = storage.pointee.state.observers
        let kept = all.filter { !$0.mark.isUndone }
        if kept.count < all.count { storage.pointee.state.observers = kept }
        return all
    }

    /// What a plain read returns.
    @usableFromInline func read() -> Value {
        do { return try get() } catch {
            let state = storage.pointee.state
            guard let stored = state.value else { fatalError("\(error)", file: state.file, line: UInt(state.line)) }
            report(error)
            return stored
        }
    }

    /// What a plain assignment does.
    @usableFromInline func assign(_ value: Value) {
        do { try set(value) } catch {
            if !refusesAssignment(error) { report(error) }
        }
    }

    private func report(_ error: any Error) {
        guard let (_, wrappers) = accessor() else { return }
        let known = (error as? ContainerError)?.diagnostics ?? []
        for diagnostic in known.isEmpty ? [.accessorFailed(title, "\(error)")] : known { wrappers.report(diagnostic) }
    }
}

extension ScriptedAccess {
    private var name: String { nameOfModuleField(at: storage, in: owner) ?? "?" }
    private var title: String { "\(typeName(type(of: owner))).\(name)" }
    private var location: ScriptLocation {
        ScriptLocation(file: "\(storage.pointee.state.file)", line: Int(storage.pointee.state.line))
    }

    /// The accessors of the property, the nearest class first, as one.
    private func accessor() -> (FoundAccessor, MethodWrappers)? {
        if let known = storage.pointee.state.home?.accessor({ found(among: $0) }) { return known }
        guard let wrappers = Container.current?.methodWrappers else { return nil }
        let offset = UnsafeRawPointer(storage) - UnsafeRawPointer(Unmanaged.passUnretained(owner).toOpaque())
        return ScriptedHome(wrappers, owner, at: offset).accessor { found(among: $0) }
    }

    private func found(among wrappers: MethodWrappers) -> FoundAccessor {
        FoundAccessor(name, of: type(of: owner), among: wrappers)
    }

    /// The stored value, after the accessor has provided the initial one, once.
    private func settled(_ accessor: (FoundAccessor, MethodWrappers)?) throws -> Value? {
        guard !storage.pointee.state.isSettled, let (found, wrappers) = accessor, let initial = found.initial
        else { return storage.pointee.state.value }
        let value: Value
        switch initial {
        case .value(let plain):
            do { value = try wrappers.read(WrappedValue(plain), as: Value.self) } catch let error as ConversionError {
                throw wrappers.masked(
                    ContainerError(.accessorResult(title, "initial", error, at: nil), underlying: error))
            }
        case .function(let function):
            value =
                try call(function, "initial", (nil, nil), count: 0, wrappers)
                ?? read(WrappedValue(object: nil), wrappers, "initial", function)
        }
        storage.pointee.state.value = value
        storage.pointee.state.isSettled = true
        return value
    }

    /// Calls a function of the accessor with the owner and `count` values; nil if it returns nothing.
    private func call(
        _ function: LuaFunction, _ key: String, _ values: (Value?, Value?), count: Int, _ wrappers: MethodWrappers
    ) throws -> Value? {
        let result: Result = try function.call { stack in
            try stack.push(weak: owner)
            if count > 0 { try push(values.0, stack) }
            if count > 1 { try push(values.1, stack) }
            return count + 1
        } read: { stack, base, count in
            guard count > 0 else { return .nothing }
            let reader = ValueReader(stack, position: base)
            if let value = scalar(reader) { return .value(value) }
            return .other(try WrappedValue(reader))
        }
        switch result {
        case .nothing: return nil
        case .value(let value): return value
        case .other(let value): return try read(value, wrappers, key, function)
        }
    }

    /// What a function returns.
    private enum Result {
        case nothing
        case value(Value)
        /// A value whose conversion may run other code, or fail.
        case other(WrappedValue)
    }

    /// A number or a Boolean of the property's type; nil for any other value.
    private func scalar(_ reader: ValueReader) -> Value? {
        if Value.self == Int.self { return scalar(reader, Int.self) }
        if Value.self == Double.self { return scalar(reader, Double.self) }
        if Value.self == Bool.self { return scalar(reader, Bool.self) }
        return nil
    }

    /// With a value that is no optional, so that no cast remains in specialized code.
    private func scalar<S: Convertible>(_ reader: ValueReader, _: S.Type) -> Value? {
        guard let value = try? S.read(from: reader) else { return nil }
        return value as? Value
    }

    private func read(
        _ value: WrappedValue, _ wrappers: MethodWrappers, _ key: String, _ function: LuaFunction
    ) throws -> Value {
        do { return try wrappers.read(value, as: Value.self) } catch let error as ConversionError {
            throw wrappers.masked(
                ContainerError(.accessorResult(title, key, error, at: function.definedAt), underlying: error))
        }
    }

    private func push(_ value: Value?, _ stack: LuaStack) throws {
        // Numbers first: no cast of theirs remains in specialized code.
        guard let value else { return stack.pushNil() }
        if let integer = value as? Int { return try integer.write(to: stack.reservedWriter) }
        if let number = value as? Double { return try number.write(to: stack.reservedWriter) }
        if isNothing(value) { return stack.pushNil() }
        try stack.push(instance: boxed(unwrappedValue(value)))
    }

    /// Whether two values are equal, or the same object.
    private func isSame(_ one: Value, _ other: Value) -> Bool {
        func isEqual<E: Equatable>(_ one: E) -> Bool { (other as? E).map { one == $0 } ?? false }
        if let one = one as? any Equatable { return isEqual(one) }
        return Value.self is AnyObject.Type && boxed(one) === boxed(other)
    }
}
