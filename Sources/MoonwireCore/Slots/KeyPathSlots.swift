import MoonwireSupport
import MoonwireValues

/// The slots to which the key path of an exposed property may refer.
///
/// Reading a required slot without a value ends the program, and a getter must return a value. Therefore all slots to which the key
/// path may refer are read first, in a way that throws. A key path describes its stored properties by name and all others,
/// including slots, by type: slots of that type may be meant.
@usableFromInline final class KeyPathSlots: Sendable {
    private enum Finding: Int {
        case unknown, none, some
        /// No slot, and nothing but stored properties without observers.
        case stored
    }

    let path: any AnyKeyPath & Sendable
    private let owner: Any.Type
    private let finding = Atomic<Int>(Finding.unknown.rawValue)

    @usableFromInline init(_ owner: Any.Type, _ path: any AnyKeyPath & Sendable) {
        self.owner = owner
        self.path = path
    }

    /// Whether the key path refers to no slot, whatever the owner contains.
    @usableFromInline var areNone: Bool {
        found != .some
    }

    /// Whether reading and assigning through the key path runs no code of the application.
    @usableFromInline var areStoredProperties: Bool { found == .stored }

    @inline(__always) private var found: Finding {
        let known = Finding(rawValue: finding.load(ordering: .relaxed)) ?? .unknown
        return known == .unknown ? find() : known
    }

    @inline(never) private func find() -> Finding {
        let steps = KeyPathStep.steps(of: path)[...]
        let mayFind =
            SlotWalk.mayFindSlots(along: steps, from: owner) || SlotWalk.findsHiddenSlots(along: steps, from: owner)
        let found: Finding = mayFind ? .some : steps.allSatisfy(\.isStored) ? .stored : .none
        finding.store(found.rawValue, ordering: .relaxed)
        return found
    }

    /// The plain access if the key path refers to no slot, else the one that checks.
    @usableFromInline func checking(
        _ plain: @escaping PropertyAccess.Getter, else checked: @escaping PropertyAccess.Getter
    ) -> PropertyAccess.Getter {
        return { (receiver: consuming AnyObject?, source, sink, slot) in
            guard self.areNone else { return try checked(consume receiver, source, sink, slot) }
            try plain(consume receiver, source, sink, slot)
        }
    }

    /// The plain assignment if the key path refers to no slot, else the one that checks.
    @usableFromInline func checking(
        _ plain: @escaping PropertyAccess.Setter, else checked: @escaping PropertyAccess.Setter
    ) -> PropertyAccess.Setter {
        return { (receiver: consuming AnyObject, source, position) in
            guard self.areNone else { return try checked(consume receiver, source, position) }
            try plain(consume receiver, source, position)
        }
    }

    /// Reads the property; throws ``ContainerError`` if a slot to which it may refer cannot be read.
    @inlinable @inline(__always) func read<Owner, V>(_ owner: Owner, _ get: (Owner) -> V) throws -> V {
        if areNone { return get(owner) }
        return try reading(owner) { get(owner) }
    }

    /// Assigns the property; throws ``ContainerError`` if a slot on the path to it cannot be read.
    @inlinable @inline(__always) func write<Owner, V>(
        _ value: V, to owner: Owner, _ set: (Owner, V) -> Void
    ) throws {
        if areNone { return set(owner, value) }
        try writing(value, to: owner) { set(owner, value) }
    }

    @usableFromInline func reading<Owner, V>(_ owner: Owner, _ read: () throws -> V) throws -> V {
        let steps = try steps(of: path)
        var walk = SlotWalk(from: owner, along: path)
        for step in steps.dropLast() { try walk.take(step, isLast: false) }
        if let last = steps.last { try walk.take(last, isLast: true) }
        return try Resolution.current.holding(walk.held, read)
    }

    @usableFromInline func writing<Owner, V>(_ value: V, to owner: Owner, _ write: () throws -> Void) throws {
        let steps = try steps(of: path)
        var walk = SlotWalk(from: owner, along: path)
        for step in steps.dropLast() { try walk.take(step, isLast: false) }
        if steps.last == .forced { try walk.take(.forced, isLast: true) }
        if let last = steps.last { walk.hold(value, for: last) }
        try Resolution.current.holding(walk.held, write)
    }

    /// The components of the key path; throws ``ContainerError`` when they do not show on which object a slot is.
    private func steps(of path: AnyKeyPath) throws -> [KeyPathStep] {
        let steps = KeyPathStep.steps(of: path)
        if SlotWalk.findsHiddenSlots(along: steps[...], from: owner) { throw ContainerError(.slotOfElement()) }
        return steps
    }
}
