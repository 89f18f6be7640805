/// The protocols as which services of a type can be used.
struct ProvidedProtocols {
    let module: ModuleDeclarations
    /// The modules whose protocols are provided besides those of the module itself.
    let modules: Set<String>

    /// The protocols of a type, with those of its superclasses, as source code names them after `any`.
    func names(of type: TypeDeclaration) -> [String] {
        let hierarchy = module.hierarchy(of: type)
        let conformances = hierarchy.flatMap(\.conformances).filter { !$0.isConditional }
        return Set(conformances.compactMap { name(of: $0, type) }).sorted()
    }

    private func name(of conformance: TypeDeclaration.Conformance, _ type: TypeDeclaration) -> String? {
        guard let declared = module.protocols[conformance.identifier] else {
            let parts = conformance.foreignName?.split(separator: ".", maxSplits: 1).map(String.init) ?? []
            return parts.count == 2 && modules.contains(parts[0]) ? parts[1] : nil
        }
        guard declared.declaration.reason == nil else { return nil }
        let arguments = declared.primaryAssociatedTypes.map { "\(type.name).\($0)" }
        return arguments.isEmpty ? declared.name : "\(declared.name)<\(arguments.joined(separator: ", "))>"
    }
}
