import MoonwireCore

extension Evaluation {
    /// The words that a pass of the stage "change" can use: those that describe a change and the values in it.
    static let wordsOfChanges: Set = [
        "extend", "ref", "optional", "later", "lazy", "provider", "tagged", "typed", "inline", "argument", "raw",
        "param", "preference", "reference",
    ]

    /// Lets a pass use the words of changes while `body` runs, and returns what it has described.
    ///
    /// Throws the error of the body; nothing is described then.
    func changing(
        with values: KeptValues, in source: SourceText?, below parameters: ParameterTree, _ body: () throws -> Void
    ) throws -> WiringChanges {
        beginChanges(with: values, in: source, below: parameters)
        defer { endChanges() }
        _ = try reading(body)
        return finishedChanges()
    }
}
