import MoonwireValues

/// A value in the plan of a generation.
///
/// Its address is the position with which ``PlanSource`` reads it.
final class PlannedValue: Sendable {
    enum Content: Sendable {
        case value(PlainValue)
        case list([PlannedValue])
        /// The entries are sorted by their keys if these are strings or integers.
        case map([(key: PlannedValue, value: PlannedValue)])
        case template(TextTemplate)
        /// A map whose keys are filled in; the entries have no values of their own.
        case keyedMap([(entry: KeyedEntry, value: PlannedValue)])
        case parameter(String)
        case environment(EnvironmentReference)
        /// A preference by its name.
        case preference(String)
        /// An argument of the resolve, with its default.
        case argument(String, PlannedValue?)
        case service(Int)
        /// A service that is built with arguments.
        case serviceWith(Int, PassedValues)
        /// A service that is nil, or dropped from the list or map, until it is built.
        case built(Int, isDropped: Bool)
        case lazy(Int)
        case provider(Int)
        /// A service without an id.
        case inline(PlannedService)
        case function(any ServiceFunction)
        case object(any AnyObject & Sendable)
    }

    let content: Content
    let isSecret: Bool
    /// Whether parameters or variables are filled in only when the value is read.
    let isFilledInLate: Bool
    /// Whether it depends on which services have been built.
    let dependsOnBuilt: Bool

    init(_ content: Content, isSecret: Bool = false) {
        self.content = content
        self.isSecret = isSecret
        isFilledInLate =
            switch content {
            case .template, .keyedMap, .parameter, .environment, .preference, .argument: true
            default: false
            }
        dependsOnBuilt =
            switch content {
            case .built: true
            case .list(let elements): elements.contains(where: \.dependsOnBuilt)
            case .map(let entries): entries.contains(where: \.value.dependsOnBuilt)
            case .keyedMap(let entries): entries.contains(where: \.value.dependsOnBuilt)
            default: false
            }
    }

    var position: Int { Int(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }

    /// Borrows the value at a position, without owning it.
    static func at(_ position: Int) -> Unmanaged<PlannedValue>? {
        UnsafeRawPointer(bitPattern: position).map(Unmanaged.fromOpaque)
    }
}

extension PlannedValue {
    /// Plain data, with a value for each part of lists and maps.
    static func plain(_ value: PlainValue, isSecret: Bool = false) -> PlannedValue {
        switch value {
        case .list(let elements):
            return PlannedValue(.list(elements.map { plain($0, isSecret: isSecret) }), isSecret: isSecret)
        case .map(let entries):
            let sorted = entries.sorted { $0.key < $1.key }
            return PlannedValue(
                .map(sorted.map { (PlannedValue(.value(.text($0.key))), plain($0.value, isSecret: isSecret)) }),
                isSecret: isSecret)
        case .table(let entries):
            return PlannedValue(
                .map(entries.map { (plain($0.key), plain($0.value, isSecret: isSecret)) }.inOrder), isSecret: isSecret)
        case .null, .boolean, .integer, .number, .text, .data: return PlannedValue(.value(value), isSecret: isSecret)
        }
    }

    /// The element of a list, counted from one, or the value of a map for a key; nil if there is none.
    func part(_ key: EntryKey) -> PlannedValue? {
        switch (content, key) {
        case (.list(let elements), .integer(let position)):
            position >= 1 && position <= elements.count ? elements[Int(position) - 1] : nil
        case (.map(let entries), _): entries.value(under: key)
        default: nil
        }
    }

    /// The value as a key of a map; nil if it is not a string or an integer.
    fileprivate var key: EntryKey? {
        switch content {
        case .value(.text(let text)): .text(text)
        case .value(.integer(let integer)): .integer(integer)
        default: nil
        }
    }
}

extension [(key: PlannedValue, value: PlannedValue)] {
    /// The entries sorted by key; unsorted if a key is not a string or an integer.
    var inOrder: Self {
        let keyed = compactMap { entry in entry.key.key.map { ($0, entry) } }
        return keyed.count == count ? keyed.sorted { $0.0.precedes($1.0) }.map(\.1) : self
    }

    fileprivate func value(under key: EntryKey) -> PlannedValue? {
        var rest = self[...]
        while !rest.isEmpty {
            let middle = rest.startIndex + rest.count / 2
            guard let found = rest[middle].key.key else { return nil }
            if found == key { return rest[middle].value }
            rest = found.precedes(key) ? rest[(middle + 1)...] : rest[..<middle]
        }
        return nil
    }
}

extension EntryKey {
    fileprivate func precedes(_ other: EntryKey) -> Bool {
        switch (self, other) {
        case (.integer(let one), .integer(let other)): one < other
        case (.text(let one), .text(let other)): one < other
        case (.integer, .text): true
        case (.text, .integer): false
        }
    }
}

/// The arguments that a reference passes to its service, in the plan.
final class PassedValues: Sendable {
    let values: [(name: String, value: PlannedValue)]
    /// Whether the arguments of the service that contains the reference are passed on too.
    let passesOn: Bool

    init(_ values: [(name: String, value: PlannedValue)], passesOn: Bool) {
        self.values = values
        self.passesOn = passesOn
    }

    var names: [String] { values.map(\.name) }
}

/// The arguments of one call in the plan, in the order of the signature; nil for those that the definition omits.
final class PlannedArguments: Sendable {
    let values: [PlannedValue?]
    /// Whether a value depends on which services have been built.
    let dependOnBuilt: Bool

    init(_ values: [PlannedValue?]) {
        self.values = values
        dependOnBuilt = values.contains { $0?.dependsOnBuilt == true }
    }

    var position: Int { Int(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }
}
