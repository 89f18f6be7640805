/// The initializer that makes a definition's instance, with the definition's arguments laid against its own.
package struct InitializerMatch: Sendable {
    /// The initializer's place among those of its type.
    package let position: Int
    package let arguments: ArgumentMatch
}

extension Arguments {
    /// The first initializer that the arguments fit; when none does, the only one there is.
    func initializer(of type: TypeRegistry.Entry) -> InitializerMatch? {
        let initializers = type.description.initializers
        for position in initializers.indices {
            let match = ArgumentMatch(self, against: initializers[position].arguments)
            if match.fits || initializers.count == 1 { return InitializerMatch(position: position, arguments: match) }
        }
        return nil
    }
}

extension Definition {
    /// What makes the instance, if an initializer of the type does.
    package func initializer(of type: TypeRegistry.Entry) -> InitializerMatch? {
        if case .type = construction { arguments.initializer(of: type) } else { nil }
    }
}
