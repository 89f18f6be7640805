import MoonwireValues

/// Finds duplicate names in an exposure: a script could use only the first.
struct ExposedNames {
    private let initializers: [Callable]
    private let methods: [Callable]
    private let staticMethods: [Callable]
    private let properties: [PropertyAccess]

    init<Owner>(_ members: ExposureBuilder<Owner>.Members) {
        initializers = members.initializers
        methods = members.methods
        staticMethods = members.staticMethods
        properties = members.properties
    }

    func faults(of type: String) -> [Diagnostic] {
        let properties = properties.map { (name: $0.description.name, kind: "property") }
        let methods = methods.map { (name: $0.signature.name, kind: "method") }
        let statics = staticMethods.map { (name: $0.signature.name, kind: "static method") }
        return repeated(properties + methods, of: type) + repeated(statics, of: type) + repeatedInitializers(of: type)
            + (initializers + self.methods + staticMethods).flatMap { repeatedLabels(of: $0.signature, type) }
    }

    private func repeatedLabels(of signature: Signature, _ type: String) -> [Diagnostic] {
        guard signature.arguments.count > 1 else { return [] }
        var seen: Set<String> = []
        var reported: Set<String> = []
        return signature.arguments.map(\.label).filter { !seen.insert($0).inserted && reported.insert($0).inserted }
            .map { .labelTwice($0, in: signature, of: type) }
    }

    private func repeated(_ members: [(name: String, kind: String)], of type: String) -> [Diagnostic] {
        guard members.count > 1 else { return [] }
        var first: [String: String] = [:]
        var reported: Set<String> = []
        var faults: [Diagnostic] = []
        for (name, kind) in members {
            guard let former = first[name] else {
                first[name] = kind
                continue
            }
            if reported.insert(name).inserted { faults.append(.exposedTwice(name, former, kind, of: type)) }
        }
        return faults
    }

    private func repeatedInitializers(of type: String) -> [Diagnostic] {
        guard initializers.count > 1 else { return [] }
        var seen: Set<[String]> = []
        var reported: Set<[String]> = []
        return initializers.compactMap { initializer in
            let labels = initializer.signature.arguments.map(\.label)
            guard !seen.insert(labels).inserted, reported.insert(labels).inserted else { return nil }
            return .initializerExposedTwice(initializer.signature, of: type)
        }
    }
}
