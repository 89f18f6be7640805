import Moonwire
import MoonwireCore

/// Finds the parameters from which values come, however long the way is.
struct ParameterOrigins {
    private enum Step {
        case name(String)
        case parameter(Int)
    }

    private let parameters: [ParameterInspection]
    /// By each dotted name, branches included: the parameters that it stands for.
    private var places: [String: [Int]] = [:]

    init(_ parameters: [ParameterInspection]) {
        self.parameters = parameters
        for (place, parameter) in parameters.enumerated() {
            let name = parameter.name
            for dot in name.indices where name[dot] == "." { places[String(name[..<dot]), default: []].append(place) }
            places[name, default: []].append(place)
        }
    }

    /// The parameters that a value names, each followed by those from which it comes itself.
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
