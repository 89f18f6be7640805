extension WiringGraph.Service {
    /// The text below the id.
    var caption: String { type ?? title }

    /// The scope, the location, and the marks in one line.
    var summary: String {
        let facts = [scope, location(file, line)] + marks.map(\.rawValue)
        return facts.compactMap(\.self).joined(separator: ", ")
    }
}

extension WiringGraph.Need {
    /// The field of the definition, the location in the script, and the marks in one line.
    var summary: String {
        let facts = [field, location(file, line)] + marks.map(\.rawValue)
        return facts.compactMap(\.self).joined(separator: ", ")
    }
}

private func location(_ file: String?, _ line: Int?) -> String? {
    file.map { file in line.map { "\(file):\($0)" } ?? file }
}
