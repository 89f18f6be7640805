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
    private var places: [String: [Int]] = [:]

    init(_ parameters: [ParameterInspection]) {
        self.parameters = parameters
        for (place, parameter) in parameters.enumerated() {
            let name = parameter.name
            for dot in name.indices where name[dot] == "." { places[String(name[..<dot]), default: []].append(place) }
            places[name, default: []].append(place)
        }
    }

    /// The parameters of a value, each followed by those on which it depends.
    func origins(of value: ValueInspection) -> [ParameterInspection] {
        var origins: [ParameterInspection] = []
        var seen: Set<Int> = []
        var open = value.parameters.reversed().map { Step.name($0) }
        while let step = open.popLast() {
            switch step {
            case .name(let name): open += (places[name] ?? []).reversed().map { .parameter($0) }
            case .parameter(let place):
                guard seen.insert(place).inserted else { continue }
                origins.append(parameters[place])
                open += parameters[place].value.parameters.reversed().map { .name($0) }
            }
        }
        return origins
    }
}
