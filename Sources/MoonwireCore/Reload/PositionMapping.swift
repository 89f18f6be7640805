/// Where the services of a generation are in the next one.
struct PositionMapping {
    /// By old position: the new position of the same id, whether or not its instance is carried over.
    let counterparts: [Int?]
    /// By old position: the new position if the instance may be carried over.
    let destinations: [Int?]
    /// Whether there are new ids.
    let hasNewIDs: Bool

    /// Compares the definitions; with `followsDecorators`, a wrapped service stays the same with other decorators.
    init(from definitions: [Definition], to graph: DefinitionGraph, followsDecorators: Bool) {
        counterparts = Self.counterparts(of: definitions, in: graph.table.index)
        destinations = followsDecorators ? Self.successors(of: definitions, in: graph, counterparts) : counterparts
        hasNewIDs = counterparts.count { $0 != nil } < graph.definitions.count
    }

    private static func counterparts(of definitions: [Definition], in index: NameIndex) -> [Int?] {
        // Few edits change the order: each most likely follows the previous one.
        var likely = 0
        return definitions.map { definition in
            let position = index[definition.id, likely: likely]
            if let position { likely = position + 1 }
            return position
        }
    }

    /// Where instances may be carried over: a wrapped service stays the same, however many decorators wrap it and whatever its new
    /// id.
    private static func successors(
        of definitions: [Definition], in graph: DefinitionGraph, _ counterparts: [Int?]
    ) -> [Int?] {
        zip(definitions, counterparts).map { definition, counterpart in
            if definition.decorates == nil {
                let outermost = definition.isWrapped ? graph.table.index[definition.outermostID] : counterpart
                return outermost.map { graph.table.original(ofServiceAt: $0) }
            }
            return counterpart.flatMap { graph.definitions[$0].decorates == nil ? nil : $0 }
        }
    }
}
