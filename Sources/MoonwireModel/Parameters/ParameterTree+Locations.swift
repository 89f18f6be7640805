package import MoonwireValues

extension ParameterTree.Leaf {
    package var location: ScriptLocation? { origin.location(of: path, in: "parameters") }
}
