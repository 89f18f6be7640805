import MoonwireCore
import MoonwireValues

// Keys of maps, into which parameters and variables may be filled.
extension ScriptTable {
    /// A map with these fields; `%name%` and `%env(NAME)%` stand for something in their names, and `%%` for a percent sign.
    func map(_ fields: [LabeledValue], at path: [String]) -> WiredValue {
        let entries = entries(fields, at: path)
        guard !entries.isEmpty else {
            return .map(Dictionary(fields.map { ($0.label, $0.value) }, uniquingKeysWith: { $1 }))
        }
        let plain = entries.compactMap { entry in entry.key.plainText.map { ($0, entry.value) } }
        let map = Dictionary(plain, uniquingKeysWith: { $1 })
        return map.count == entries.count ? .map(map) : .keyedMap(entries)
    }

    /// The fields with what their names stand for; empty when no name has a percent sign.
    func entries(_ fields: [LabeledValue], at path: [String]) -> [KeyedEntry] {
        guard fields.contains(where: { $0.label.utf8.contains(UInt8(ascii: "%")) }) else { return [] }
        return fields.map { KeyedEntry($0.label, key($0.label, at: path + [$0.label]), $0.value) }
    }

    private func key(_ text: String, at path: [String]) -> TextTemplate {
        let plain = TextTemplate([.text(text)])
        guard text.utf8.contains(UInt8(ascii: "%")), evaluation.foreignValue(text) == nil, admits(placeholdersIn: text)
        else { return plain }
        return read(TextForms(at: location(path), evaluation.processors.byName), at: path) {
            forms throws(TextForms.Fault) in
            try forms.template(text)
        }
            ?? plain
    }
}
