public import MoonwireCore
import MoonwireValues

/// Undoes a wrapper of a method.
public struct MethodUndo: Sendable {
    private let mark: WrapMark

    init(_ mark: WrapMark) {
        self.mark = mark
    }

    /// Removes the wrapper, whichever wrappers were added after it; a second call does nothing.
    ///
    /// Calls in progress end with the wrapper.
    public func undo() { mark.undo() }
}

extension Container {
    /// Wraps a method of all objects of a type, and of its subclasses.
    ///
    /// ```swift
    /// let undo = try container.around(Mailer.self, "send") { original, mailer, text in
    ///     try original(text.uppercased())
    /// }
    /// ```
    ///
    /// The method is one that the type exposes with `Method`, or a member that is declared with ``Overridable``. Calls of an exposed method
    /// by Swift code go around the exposure, and therefore around the wrapper; those of scripts and of the container do not. The wrapper
    /// survives reloads. Wrappers of the application are called before those of scripts, and those of one object before both; of each kind,
    /// the newest is called first.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - member: The name of the method.
    ///   - file: The file to which messages refer.
    ///   - line: The line in that file.
    ///   - body: Called instead of the method, with a function that calls it, the object, and the arguments.
    /// - Returns: What removes the wrapper.
    /// - Throws: ``ContainerError`` if there is no such method, or if it has other arguments or another result.
    @discardableResult public func around<Owner, R, each A>(
        _ type: Owner.Type, _ member: String, file: String = #fileID, line: Int = #line,
        _ body:
            @escaping @Sendable (
                _ original: OriginalMethod<R, repeat each A>, _ owner: Owner, repeat each A
            ) throws -> R
    ) throws -> MethodUndo {
        let location = ScriptLocation(file: file, line: line)
        let wrappers = try wrappers(at: location)
        let wrap = SwiftWrap<Owner, R, repeat each A>(body)
        try check(wrap, type, member, at: location)
        let mark = WrapMark()
        wrappers.add(MethodWrap(type, member, wrap, mark, Origin(location)))
        return MethodUndo(mark)
    }

    /// Wraps a method of one object, which is not kept alive.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - member: The name of the method.
    ///   - file: The file to which messages refer.
    ///   - line: The line in that file.
    ///   - body: Called instead of the method, with a function that calls it, the object, and the arguments.
    /// - Returns: What removes the wrapper.
    /// - Throws: ``ContainerError`` if there is no such method, or if it has other arguments or another result.
    @discardableResult public func around<Owner: AnyObject, R, each A>(
        _ object: Owner, _ member: String, file: String = #fileID, line: Int = #line,
        _ body:
            @escaping @Sendable (
                _ original: OriginalMethod<R, repeat each A>, _ owner: Owner, repeat each A
            ) throws -> R
    ) throws -> MethodUndo {
        let location = ScriptLocation(file: file, line: line)
        let wrappers = try wrappers(at: location)
        let wrap = SwiftWrap<Owner, R, repeat each A>(body)
        let dynamicType: AnyClass = Swift.type(of: object)
        try check(wrap, dynamicType, member, at: location)
        let mark = WrapMark()
        wrappers.add(MethodWrap(dynamicType, member, wrap, mark, Origin(location)), to: object)
        return MethodUndo(mark)
    }

    private func wrappers(at location: ScriptLocation) throws -> MethodWrappers {
        guard let methodWrappers else { throw ContainerError(.noObjects("around", at: location)) }
        return methodWrappers
    }

    private func check<Owner, R, each A>(
        _: SwiftWrap<Owner, R, repeat each A>, _ type: Any.Type, _ member: String, at location: ScriptLocation
    ) throws {
        let name = typeName(type)
        guard let exposure = types.exposure(ofObjects: ObjectIdentifier(type)) else {
            throw ContainerError(.aroundUnexposed(name, at: location))
        }
        let signature = try WrapTarget.signature(member, of: exposure.description, name, at: location)
        var given: [String] = []
        for argument in repeat (each A).self { given.append(typeName(argument)) }
        let isSame = given == signature.arguments.map(\.type) && typeName(R.self) == signature.result
        guard isSame else {
            throw ContainerError(.aroundOtherTypes(member, of: name, signature, given, typeName(R.self), at: location))
        }
    }
}
