import Moonwire
import MoonwireCore

/// Finds the parameters on which values depend, directly or indirectly.
struct ParameterOrigins {
    private enum Step {
        case name(String)
        case parameter(Int)
    }

    private let parameters: [ParameterInspection]
    /// The positions of the parameters for each dotted name, including prefixes.
    private var indices: [String: [Int]] = [:]

    init(_ parameters: [ParameterInspection]) {
        self.parameters = parameters
        for (index, parameter) in parameters.enumerated() {
            let name = parameter.name
            for dot in name.indices where name[dot] == "." { indices[String(name[..<dot]), default: []].append(index) }
            indices[name, default: []].append(index)
        }
    }

    /// The parameters of a value, each followed by those on which it depends.
    func origins(of value: ValueInspection) -> [ParameterInspection] {
        var origins: [ParameterInspection] = []
        var seen: Set<Int> = []
        var open = value.parameters.reversed().map { Step.name($0) }
        while let step = open.popLast() {
            switch step {
            case .name(let name): open += (indices[name] ?? []).reversed().map { .parameter($0) }
            case .parameter(let index):
                guard seen.insert(index).inserted else { continue }
                origins.append(parameters[index])
                open += parameters[index].value.parameters.reversed().map { .name($0) }
            }
        }
        return origins
    }
}
