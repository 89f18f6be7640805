import MoonwireCore
public import MoonwireSupport

/// Whether an overridable member may have wrappers: one for each member of a class in a container, and one for all objects that no
/// container has built.
@usableFromInline final class OverridableCell: Sendable {
    private struct Link {
        weak var wrappers: MethodWrappers?
    }

    /// Zero if there are no wrappers.
    @usableFromInline let active = Synchronization.Atomic<Int>(0)
    private let member: String
    private let link: Lock<Link>

    init(_ member: String, _ wrappers: MethodWrappers?) {
        self.member = member
        link = Lock(Link(wrappers: wrappers))
    }

    /// The cell of objects that no container has built or injected into.
    @usableFromInline static let ofProcess = OverridableCell("", nil)

    /// The wrappers of the container to which the cell belongs.
    var container: MethodWrappers? { link.withLock { $0.wrappers } }

    /// The wrappers of the member whose storage is at an address, and its name.
    func wrappers(_ storage: UnsafeRawPointer, in owner: AnyObject) -> (MethodWrappers, name: String)? {
        if self !== Self.ofProcess { return container.map { ($0, member) } }
        guard let wrappers = Container.current?.methodWrappers, wrappers.areInUse,
            let name = nameOfModuleField(at: storage, in: owner)
        else { return nil }
        return (wrappers, name)
    }
}

/// Keeps the cell of a member of a class up to date.
final class CellWatch: OverridableWatch {
    let owner: AnyClass
    let member: String
    let cell: OverridableCell

    init(_ member: String, of owner: AnyClass, _ wrappers: MethodWrappers) {
        self.owner = owner
        self.member = member
        cell = OverridableCell(member, wrappers)
    }

    func update(isWrapped: Bool) { cell.active.store(isWrapped ? 1 : 0, ordering: .relaxed) }
}
