import MoonwireValues

/// Follows a key path from an owner, and reads each slot to which it may refer, in a way that throws.
struct SlotWalk {
    private(set) var held: [HeldSlot] = []
    /// The objects to which the key path may have led so far.
    private var holders: [Any]
    private let owner: Any.Type
    private let path: AnyKeyPath
    private var isFirst = true
    /// The type without field information in the runtime, if the key path led through one.
    private var hidden: Any.Type?

    init<Owner>(from owner: Owner, along path: AnyKeyPath) {
        holders = [owner]
        self.owner = Owner.self
        self.path = path
    }

    /// Reads the slots to which the next component may refer; throws ``ContainerError`` if one of them cannot be read.
    mutating func take(_ step: KeyPathStep, isLast: Bool) throws {
        if step == .forced {
            let isEmpty = holders.contains { ($0 as? any OptionalType)?.isNil == true }
            if isEmpty { throw ContainerError(.nothingToUnwrap()) } else { return }
        }
        var next: [Any] = []
        for holder in holders {
            if Self.hidesFields(holder) || Self.hides(step, of: holder, isLast) { hidden = type(of: holder) }
            next += try readSlots(of: holder, step, isLast)
            if !isLast { next += Self.values(of: holder, step) }
        }
        if let hidden, case .computed = step { throw ContainerError(.hiddenSlots(in: typeName(hidden))) }
        holders = next.map(unwrappedValue)
        isFirst = false
    }

    /// Lets the slots to which the last component may refer return the value that is about to be assigned, if they have none.
    mutating func hold<Value>(_ value: Value, for step: KeyPathStep) {
        for holder in holders {
            if Self.hidesFields(holder), type(of: holder) is AnyClass {
                let owner = ObjectIdentifier(holder as AnyObject)
                held.append(HeldSlot(key: .owner(owner), value: value, isAssigned: true))
            }
            for slot in slots(of: holder, step, isLast: true) {
                if let key = slot.key { held.append(HeldSlot(key: key, value: value, isAssigned: true)) }
            }
        }
    }

    /// Whether the step leads through a stored property, or to a slot, of a value whose custom mirror may hide it.
    private static func hides(_ step: KeyPathStep, of holder: Any, _ isLast: Bool) -> Bool {
        guard holder is any CustomReflectable, let fields = StoredFields(of: type(of: holder))?.fields else {
            return false
        }
        let isClass = type(of: holder) is AnyClass
        return fields.contains {
            !isClass && $0.type is any OwnerlessSlot.Type || !isLast && step.fits($0.name, $0.type)
        }
    }

    private static func hidesFields(_ holder: Any) -> Bool {
        if let type = type(of: holder) as? AnyClass { return SlotTable.of(type).hidesFields }
        return StoredFields(of: type(of: holder))?.areHidden == true
    }

    private mutating func readSlots(of holder: Any, _ step: KeyPathStep, _ isLast: Bool) throws -> [Any] {
        try slots(of: holder, step, isLast: isLast).map { slot in
            let value = try slot.read()
            if let key = slot.key { held.append(HeldSlot(key: key, value: value)) }
            return value
        }
    }

    /// A candidate slot.
    private struct Candidate {
        /// Nil for a slot without an owner that was assigned a value.
        let key: HeldSlot.Key?
        let read: () throws -> Any
    }

    private func slots(of holder: Any, _ step: KeyPathStep, isLast: Bool) -> [Candidate] {
        guard let type = type(of: holder) as? AnyClass else {
            return Self.values(of: holder) { $0.type is any OwnerlessSlot.Type }.compactMap { name, value in
                guard let slot = value as? any OwnerlessSlot, slot.mayBe(step, name, isLast) else { return nil }
                return Candidate(key: slot.value == nil ? .ownerless(slot.key) : nil, read: slot.readOrThrow)
            }
        }
        let table = SlotTable.of(type)
        // A property of the owner's class does not refer to a slot of a subclass.
        let known = isFirst ? (owner as? AnyClass).map { SlotTable.of($0) } ?? table : table
        // One that continues from a slot differs from the key path of the slot.
        let isWhole = isFirst && isLast
        return known.fields
            .filter { $0.mayBe(step, isLast) && !(isWhole && known.isAnother($0, than: path)) }
            .map { Self.candidate($0.slot, $0, of: holder as AnyObject, table) }
    }

    private static func candidate<S: Slot>(
        _: S.Type, _ field: SlotField, of object: AnyObject, _ table: SlotTable
    ) -> Candidate {
        let bound = BoundSlot<S>(field, of: object, table)
        return Candidate(key: .storage(bound.address), read: { try S.read(bound) })
    }

    /// The values of stored properties to which the step may refer.
    private static func values(of holder: Any, _ step: KeyPathStep) -> [Any] {
        values(of: holder) { step.fits($0.name, $0.type) }.map(\.value)
    }

    /// The names and values of some stored properties.
    ///
    /// Only those are read: another thread may be changing the others, and an `unowned` one may refer to an object that
    /// has been released. A mirror reads weak ones correctly.
    private static func values(
        of holder: Any, where isWanted: (StoredFields.Field) -> Bool
    ) -> [(name: String, value: Any)] {
        guard !(holder is any CustomReflectable), let fields = StoredFields(of: type(of: holder))?.fields,
            fields.contains(where: isWanted)
        else { return [] }
        var values: [(name: String, value: Any)] = []
        // Those of base classes come first.
        var end = fields.count
        for mirror in sequence(first: Mirror(reflecting: holder), next: \.superclassMirror) {
            let first = end - mirror.children.count
            guard first >= 0 else { break }
            for number in first..<end where isWanted(fields[number]) {
                let children = mirror.children
                let child = children[children.index(children.startIndex, offsetBy: number - first)]
                if child.label == fields[number].name { values.append((fields[number].name, child.value)) }
            }
            end = first
        }
        return values
    }
}

extension SlotWalk {
    /// Whether a key path may lead to slots, as far as the types on its path show.
    ///
    /// The type behind a protocol is known only from an object.
    static func mayFindSlots(along steps: ArraySlice<KeyPathStep>, from type: Any.Type) -> Bool {
        let steps = steps.filter { $0 != .forced }[...]
        guard let step = steps.first, steps.contains(where: { $0 != .stored }) else { return false }
        guard let fields = StoredFields(of: type) else { return !isEnum(type) }
        if fields.areHidden || fields.haveSlot(for: step) { return true }
        return fields.fields.contains {
            step.fits($0.name, $0.type) && mayFindSlots(along: steps.dropFirst(), from: unwrapped($0.type))
        }
    }

    /// Whether a key path leads through an element of a collection or a tuple, or through a `lazy` property, to a possible slot.
    ///
    /// Nothing shows which object has that slot, and there may be none yet. `isHidden` is true if the earlier components have
    /// already led through such an element or property.
    static func findsHiddenSlots(
        along steps: ArraySlice<KeyPathStep>, from type: Any.Type, isHidden: Bool = false
    ) -> Bool {
        let steps = steps.filter { $0 != .forced }[...]
        guard let step = steps.first else { return false }
        let rest = steps.dropFirst()
        if let element = step.element(of: type) {
            return findsHiddenSlots(along: rest, from: unwrapped(element), isHidden: true)
        }
        if isTuple(type) { return rest.contains { $0 != .stored } }
        guard let fields = StoredFields(of: type) else { return false }
        if isHidden, fields.areHidden || fields.haveSlot(for: step) { return true }
        return fields.fields.contains { field in
            let isLazy = step.isLazy(field.name, field.type)
            guard isLazy || step.fits(field.name, field.type) else { return false }
            return findsHiddenSlots(along: rest, from: unwrapped(field.type), isHidden: isHidden || isLazy)
        }
    }
}

extension StoredFields {
    /// Whether one of them is a slot that a component of a key path may mean.
    fileprivate func haveSlot(for step: KeyPathStep) -> Bool {
        fields.contains { field in
            (field.type as? any Slot.Type).map { step.fits(String(field.name.dropFirst()), $0.valueType) } == true
        }
    }
}

extension SlotField {
    /// Whether a component of a key path may refer to the slot.
    ///
    /// If the last one refers to an optional slot, the worst result is nil.
    fileprivate func mayBe(_ step: KeyPathStep, _ isLast: Bool) -> Bool {
        step.fits(name, slot.valueType) && !(isLast && slot.valueType is any OptionalType.Type)
    }
}

extension Slot {
    fileprivate static var valueType: Any.Type { Value.self }
}

extension OwnerlessSlot {
    fileprivate func mayBe(_ step: KeyPathStep, _ label: String, _ isLast: Bool) -> Bool {
        let name = String(label.dropFirst())
        return step.fits(name, Value.self) && !(isLast && Value.self is any OptionalType.Type)
    }
}
