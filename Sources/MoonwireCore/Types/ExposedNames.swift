import MoonwireValues

/// Finds duplicate names in an exposure: a script could use only the first.
struct ExposedNames<Owner> {
    private let members: ExposureBuilder<Owner>.Members

    init(_ members: ExposureBuilder<Owner>.Members) {
        self.members = members
    }

    func faults(of type: String) -> [Diagnostic] {
        let properties = members.properties.map { (name: $0.description.name, kind: "property") }
        let methods = members.methods.map { (name: $0.signature.name, kind: "method") }
        let statics = members.staticMethods.map { (name: $0.signature.name, kind: "static method") }
        return repeated(properties + methods, of: type) + repeated(statics, of: type) + repeatedInitializers(of: type)
    }

    private func repeated(_ members: [(name: String, kind: String)], of type: String) -> [Diagnostic] {
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
        var seen: Set<[String]> = []
        var reported: Set<[String]> = []
        return members.initializers.compactMap { initializer in
            let labels = initializer.signature.arguments.map(\.label)
            guard !seen.insert(labels).inserted, reported.insert(labels).inserted else { return nil }
            return .initializerExposedTwice(initializer.signature, of: type)
        }
    }
}
