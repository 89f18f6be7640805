import MoonwireValues

/// Follows a key path from an owner, and reads each slot that it may mean, in a way that throws.
struct SlotWalk {
    private(set) var held: [HeldSlot] = []
    /// Where the key path may have led so far.
    private var places: [Any]
    private let owner: Any.Type
    private let path: AnyKeyPath
    private var isFirst = true
    /// The type whose fields the runtime does not know, if the key path led through one.
    private var hidden: Any.Type?

    init<Owner>(from owner: Owner, along path: AnyKeyPath) {
        places = [owner]
        self.owner = Owner.self
        self.path = path
    }

    /// Reads the slots that the next component may mean; throws ``ContainerError`` when one of them cannot be read.
    mutating func take(_ step: KeyPathStep, isLast: Bool) throws {
        if step == .forced {
            let isEmpty = places.contains { ($0 as? any OptionalType)?.isNil == true }
            if isEmpty { throw ContainerError(.nothingToUnwrap()) } else { return }
        }
        var next: [Any] = []
        for place in places {
            if Self.hidesFields(place) || Self.hides(step, of: place, isLast) { hidden = type(of: place) }
            next += try readSlots(of: place, step, isLast)
            if !isLast { next += Self.values(of: place, step) }
        }
        if let hidden, case .computed = step { throw ContainerError(.hiddenSlots(in: typeName(hidden))) }
        places = next.map(unwrappedValue)
        isFirst = false
    }

    /// Lets the slots that the last component may mean read as the value that is about to be assigned, if they have none.
    mutating func hold<Value>(_ value: Value, for step: KeyPathStep) {
        for place in places {
            if Self.hidesFields(place), type(of: place) is AnyClass {
                let owner = ObjectIdentifier(place as AnyObject)
                held.append(HeldSlot(place: .owner(owner), value: value, isAssigned: true))
            }
            for slot in slots(of: place, step, isLast: true) {
                if let place = slot.place { held.append(HeldSlot(place: place, value: value, isAssigned: true)) }
            }
        }
    }

    /// Whether the step leads through a stored property, or to a slot, of a value whose custom mirror may hide it.
    private static func hides(_ step: KeyPathStep, of place: Any, _ isLast: Bool) -> Bool {
        guard place is any CustomReflectable, let fields = StoredFields(of: type(of: place))?.fields else {
            return false
        }
        let isClass = type(of: place) is AnyClass
        return fields.contains {
            !isClass && $0.type is any OwnerlessSlot.Type || !isLast && step.fits($0.name, $0.type)
        }
    }

    private static func hidesFields(_ place: Any) -> Bool {
        if let type = type(of: place) as? AnyClass { return SlotTable.of(type).hidesFields }
        return StoredFields(of: type(of: place))?.areHidden == true
    }

    private mutating func readSlots(of place: Any, _ step: KeyPathStep, _ isLast: Bool) throws -> [Any] {
        try slots(of: place, step, isLast: isLast).map { slot in
            let value = try slot.read()
            if let place = slot.place { held.append(HeldSlot(place: place, value: value)) }
            return value
        }
    }

    /// A slot that may be meant.
    private struct Candidate {
        /// Nil for a slot without an owner that was assigned a value.
        let place: HeldSlot.Place?
        let read: () throws -> Any
    }

    private func slots(of place: Any, _ step: KeyPathStep, isLast: Bool) -> [Candidate] {
        guard let type = type(of: place) as? AnyClass else {
            return Self.values(of: place) { $0.type is any OwnerlessSlot.Type }.compactMap { name, value in
                guard let slot = value as? any OwnerlessSlot, slot.mayBe(step, name, isLast) else { return nil }
                return Candidate(place: slot.value == nil ? .ownerless(slot.key) : nil, read: slot.readOrThrow)
            }
        }
        let table = SlotTable.of(type)
        // A property of the owner's class does not mean a slot of a subclass.
        let known = isFirst ? (owner as? AnyClass).map { SlotTable.of($0) } ?? table : table
        // One that leads on from a slot differs from the key path of the slot.
        let isWhole = isFirst && isLast
        return known.fields
            .filter { $0.mayBe(step, isLast) && !(isWhole && known.isAnother($0, than: path)) }
            .map { Self.candidate($0.slot, $0, of: place as AnyObject, table) }
    }

    private static func candidate<S: Slot>(
        _: S.Type, _ field: SlotField, of object: AnyObject, _ table: SlotTable
    ) -> Candidate {
        let place = SlotPlace<S>(field, of: object, table)
        return Candidate(place: .storage(place.address), read: { try S.read(place) })
    }

    /// What the stored properties hold that the step may mean.
    private static func values(of place: Any, _ step: KeyPathStep) -> [Any] {
        values(of: place) { step.fits($0.name, $0.type) }.map(\.value)
    }

    /// The names and values of some stored properties. Only those are read: another thread may be changing the others, and an
    /// `unowned` one may refer to an object that is gone. A mirror reads weak ones as they have to be read.
    private static func values(
        of place: Any, where isWanted: (StoredFields.Field) -> Bool
    ) -> [(name: String, value: Any)] {
        guard !(place is any CustomReflectable), let fields = StoredFields(of: type(of: place))?.fields,
            fields.contains(where: isWanted)
        else { return [] }
        var values: [(name: String, value: Any)] = []
        // Those of base classes come first.
        var end = fields.count
        for mirror in sequence(first: Mirror(reflecting: place), next: \.superclassMirror) {
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
    /// Whether a key path may lead to slots, as far as the types say that lie on its way. What a protocol stands for is known
    /// only when there is an object.
    static func mayFindSlots(along steps: ArraySlice<KeyPathStep>, from type: Any.Type) -> Bool {
        let steps = steps.filter { $0 != .forced }[...]
        guard let step = steps.first, steps.contains(where: { $0 != .stored }) else { return false }
        guard let fields = StoredFields(of: type) else { return !isEnum(type) }
        if fields.areHidden { return true }
        let isSlot = fields.fields.contains { field in
            (field.type as? any Slot.Type).map { step.fits(String(field.name.dropFirst()), $0.valueType) } == true
        }
        if isSlot { return true }
        return fields.fields.contains {
            step.fits($0.name, $0.type) && mayFindSlots(along: steps.dropFirst(), from: unwrapped($0.type))
        }
    }
}

extension SlotField {
    /// Whether a component of a key path may mean the slot. The last one of an optional slot reads nil at worst.
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
