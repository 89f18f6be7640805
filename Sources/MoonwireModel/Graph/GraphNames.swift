/// The known names of a graph.
package struct GraphNames: Sendable {
    package let services: KnownNames
    package let servicesWhileRunning: KnownNames
    package let parameters: KnownNames
    package let types: KnownNames
    package let tagsWhileRunning: KnownNames

    init(_ index: NameIndex, _ parameters: KnownNames, _ types: TypeRegistry?, _ tags: TagIndex) {
        services = KnownNames { index.names }
        servicesWhileRunning = KnownNames.whileRunning { index.names }
        self.parameters = parameters
        self.types = KnownNames { types?.names ?? [] }
        tagsWhileRunning = KnownNames.whileRunning { tags.names }
    }
}
