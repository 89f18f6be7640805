import MoonwireCore
import MoonwireValues

/// The operations of a member that is declared with ``Overridable`` besides calling it: `$` before its name.
public struct OverridableAccess<R, each A> {
    private let owner: AnyObject
    private let member: UnsafeMutablePointer<Overridable<R, repeat each A>>

    init(_ owner: AnyObject, _ member: UnsafeMutablePointer<Overridable<R, repeat each A>>) {
        self.owner = owner
        self.member = member
    }

    /// Wraps the member of this object alone.
    ///
    /// ```swift
    /// let undo = try mailer.$send.around { original, text in try original(text.uppercased()) }
    /// ```
    ///
    /// The wrapper belongs to the container that has built the object or injected into it, or else to the current one; throws
    /// ``ContainerError`` if there is none that has `addObjects()`.
    @discardableResult public func around(
        file: String = #fileID, line: Int = #line,
        _ body:
            @escaping @Sendable (
                _ original: OriginalMethod<R, repeat each A>, repeat each A
            ) throws -> R
    ) throws -> MethodUndo {
        guard let name = nameOfModuleField(at: member, in: owner),
            let wrappers = member.pointee.cell.container ?? Container.current?.methodWrappers
        else { throw ContainerError(.noObjects("\(type(of: owner))", at: ScriptLocation(file: file, line: line))) }
        let wrap = SwiftWrap<AnyObject, R, repeat each A> { (original, _, arguments: repeat each A) in
            try body(original, repeat each arguments)
        }
        let mark = WrapMark()
        let origin = Origin(ScriptLocation(file: file, line: line))
        wrappers.add(MethodWrap(type(of: owner), name, wrap, mark, origin), to: owner)
        return MethodUndo(mark)
    }
}
