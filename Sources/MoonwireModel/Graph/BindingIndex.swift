import MoonwireValues

/// Finds what is bound to an argument: by its name and type, or by one of them.
struct BindingIndex {
    /// The name and the type that a binding states.
    private struct Target: Hashable {
        let name: String?
        let type: String?
    }

    /// The binding of an argument.
    enum Match {
        case none
        /// With its position.
        case one(ArgumentBinding, Int)
        /// One by the name and one by a type, or several by different types.
        case several([ArgumentBinding])
    }

    private var bindings: [ArgumentBinding] = []
    private var isUsed: [Bool] = []
    private var positions: [Target: Int] = [:]
    /// The bindings whose values are being filled in.
    private var open: Set<Int> = []
    /// The bindings whose values have faults, which are reported once.
    private var faulty: Set<Int> = []
    /// The names and the types of the arguments that were looked up.
    private var names: Set<String> = []
    private var types: Set<String> = []
    /// Bindings that replace others.
    private(set) var remarks: [Diagnostic] = []

    /// A later binding of the same arguments replaces a former one.
    init(_ merged: [MergedLayers.Binding]) {
        var layers: [Int] = []
        for binding in merged {
            let target = Target(name: binding.written.name, type: binding.written.type.map(Self.plain))
            guard let position = positions[target] else {
                positions[target] = bindings.count
                bindings.append(binding.written)
                layers.append(binding.layer)
                continue
            }
            let isSameLayer = layers[position] == binding.layer
            remarks.append(.replaced(binding.written, bindings[position], isSameLayer: isSameLayer))
            bindings[position] = binding.written
            layers[position] = binding.layer
        }
        isUsed = bindings.map { _ in false }
    }

    /// What is bound to an argument, which may take a service.
    mutating func match(_ argument: ArgumentDescription, _ wanted: WantedService?) -> Match {
        guard !bindings.isEmpty else { return .none }
        let name = argument.label
        let types = Self.names(of: argument, wanted)
        self.names.insert(name)
        self.types.formUnion(types)
        var found = found(types.map { Target(name: name, type: $0) })
        if found.isEmpty {
            found = self.found([Target(name: name, type: nil)] + types.map { Target(name: nil, type: $0) })
        }
        for position in found { isUsed[position] = true }
        switch found.count {
        case 0: return .none
        case 1: return .one(bindings[found[0]], found[0])
        default: return .several(found.map { bindings[$0] })
        }
    }

    /// The names of an argument's type as scripts may write them, each once.
    private static func names(of argument: ArgumentDescription, _ wanted: WantedService?) -> [String] {
        var names = [plain(argument.type)]
        if let wanted {
            let parts = existentialParts(wanted.type)
            if parts.count == 1 { names += spelledNames(shortTypeName(parts[0]), parts[0]) }
            if parts.count > 1 { names.append(parts.map(shortTypeName).joined(separator: " & ")) }
        }
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }

    private func found(_ targets: [Target]) -> [Int] {
        targets.compactMap { positions[$0] }.filter { !open.contains($0) }
    }

    /// Ignores a binding inside its own value, until it is closed.
    mutating func begin(_ position: Int) { open.insert(position) }

    mutating func close(_ position: Int) { open.remove(position) }

    /// Whether the faults of a binding's value are reported for the first time.
    mutating func isFirstFault(_ position: Int) -> Bool { faulty.insert(position).inserted }

    /// Whether arguments are left that could not be looked up.
    var hasUnknownArguments = false

    /// A warning for each binding that concerns no argument.
    var unused: [Diagnostic] {
        guard !hasUnknownArguments, isUsed.contains(false) else { return [] }
        let (names, types) = (KnownNames { [names] in names.sorted() }, KnownNames { [types] in types.sorted() })
        return zip(bindings, isUsed).filter { !$1 }.map { binding, _ in
            let near = binding.name.map { names.nearest(to: $0) } ?? []
            let nearTypes = binding.type.map { types.nearest(to: Self.plain($0)) } ?? []
            return .unusedBinding(binding, near: near + nearTypes)
        }
    }
}

extension BindingIndex {
    /// A type's name as descriptions of arguments have it, without the outermost optional: `Array<Courier>` for `[any Courier]?`.
    private static func plain(_ type: String) -> String {
        if type.hasSuffix("?") { return plain(String(type.dropLast())) }
        if let wrapped = type.argument(of: "Optional<", ">") ?? type.argument(of: "(", ")") { return plain(wrapped) }
        return whole(type)
    }

    private static func whole(_ type: String) -> String {
        if type.hasSuffix("?") { return "Optional<\(whole(String(type.dropLast())))>" }
        if type.hasPrefix("any ") { return whole(String(type.dropFirst(4))) }
        guard let content = type.argument(of: "[", "]") else { return type }
        guard let colon = content.firstIndex(of: ":") else { return "Array<\(whole(content))>" }
        let value = content[content.index(after: colon)...].drop { $0 == " " }
        return "Dictionary<\(whole(String(content[..<colon]))), \(whole(String(value)))>"
    }
}

extension String {
    /// What is between a prefix and a suffix; nil if it lacks one of them.
    fileprivate func argument(of prefix: String, _ suffix: String) -> String? {
        guard hasPrefix(prefix), hasSuffix(suffix), count >= prefix.count + suffix.count else { return nil }
        return String(dropFirst(prefix.count).dropLast(suffix.count))
    }
}
