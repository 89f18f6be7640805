/// The protocols as which services of a type can be used.
struct ProvidedProtocols {
    let module: ModuleDeclarations
    /// The modules whose protocols are provided besides those of the module itself.
    let modules: Set<String>

    /// The protocols of a type, with those of its superclasses, as source code names them after `any`; each with its module, if that is
    /// another one.
    func names(of type: TypeDeclaration) -> [(name: String, module: String?)] {
        let conformances = module.hierarchy(of: type).flatMap(\.conformances).filter { !$0.isConditional }
        var names: [String: String?] = [:]
        for conformance in conformances {
            if let declared = module.protocols[conformance.identifier] {
                if declared.declaration.reason == nil { names.updateValue(nil, forKey: name(of: declared, type)) }
            } else if let name = conformance.foreignName?.split(separator: ".", maxSplits: 1).map(String.init),
                name.count == 2, modules.contains(name[0])
            {
                names.updateValue(name[0], forKey: name[1])
            }
        }
        return names.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private func name(of declared: ProtocolDeclaration, _ type: TypeDeclaration) -> String {
        let arguments = declared.primaryAssociatedTypes.map { "\(type.name).\($0)" }
        return arguments.isEmpty ? declared.name : "\(declared.name)<\(arguments.joined(separator: ", "))>"
    }
}
