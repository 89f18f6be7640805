import MoonwireValues

// The approximate length in bytes of values as they are written in a script, computed without writing them.

extension WiredValue {
    var writtenLength: Int {
        switch self {
        case .value(let value): value.writtenLength
        case .template(let template): template.writtenLength
        case .reference(let reference): reference.id.utf8.count + 8 + innerLength
        case .argument(let argument): argument.name.utf8.count + 8 + innerLength
        case .parameter(let reference): reference.name.utf8.count + 8
        case .environment(let reference): reference.writtenLength
        case .preference(let reference): reference.name.utf8.count + 13
        case .list(let elements): elements.reduce(2) { $0 + $1.writtenLength }
        case .map(let entries): entries.reduce(2) { $0 + $1.key.utf8.count + $1.value.writtenLength }
        case .keyedMap(let entries): entries.reduce(2) { $0 + $1.written.utf8.count + $1.value.writtenLength }
        case .inline(let definition): definition.writtenLengths.reduce(8, +)
        case .placeholder(.tagged(let reference)):
            (reference.excluded?.services ?? []).reduce(reference.tag.utf8.count + 8) { $0 + $1.id.utf8.count }
        case .placeholder(.typed(let reference)): reference.type.utf8.count + 8
        case .function, .object, .placeholder(.inner): 8
        }
    }

    private var innerLength: Int { innerValues.reduce(0) { $0 + $1.label.utf8.count + $1.value.writtenLength } }
}

extension Definition {
    /// The length of everything in the definition that determines how its service is built.
    var writtenLengths: [Int] {
        arguments.writtenLengths + setters.map(\.value.writtenLength) + calls.flatMap(\.arguments.writtenLengths)
    }
}

extension Arguments {
    fileprivate var writtenLengths: [Int] { positional.map(\.writtenLength) + labeled.map(\.value.writtenLength) }
}

extension EnvironmentReference {
    fileprivate var writtenLength: Int { name.utf8.count + (defaultText?.utf8.count ?? 0) + 8 }
}

extension TextTemplate {
    fileprivate var writtenLength: Int {
        parts.reduce(2) { length, part in
            switch part {
            case .text(let text): length + text.utf8.count
            case .parameter(let name): length + name.utf8.count + 2
            case .environment(let reference): length + reference.writtenLength
            }
        }
    }
}

extension PlainValue {
    fileprivate var writtenLength: Int {
        switch self {
        case .null, .boolean, .integer, .number, .data: 8
        case .text(let text): text.utf8.count + 2
        case .list(let elements): elements.reduce(2) { $0 + $1.writtenLength }
        case .map(let entries): entries.reduce(2) { $0 + $1.key.utf8.count + $1.value.writtenLength }
        case .table(let entries): entries.reduce(2) { $0 + $1.key.writtenLength + $1.value.writtenLength }
        }
    }
}
