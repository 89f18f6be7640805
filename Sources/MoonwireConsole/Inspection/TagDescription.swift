import MoonwireCore

extension TagInspection {
    /// The tag with its priority and attributes: `car (priority 10, color = "red")`.
    var words: String {
        let details =
            (priority == "0" ? [] : ["priority \(priority)"])
            + attributes.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value)" }
        return details.isEmpty ? name : "\(name) (\(details.joined(separator: ", ")))"
    }
}
