// Which initializer takes the arguments of a record, and what `auto` adds to them.
extension SmallInterpreter {
    /// The labels of the initializer; nil if the arguments fit none, or several memos have the type of one.
    func labels(of definition: Definition) -> [String]? {
        for labels in definition.type.initializers where definition.fits(labels) {
            let open = labels.filter { definition.given($0, labels) == nil }
            if definition.isAuto, open.contains("memo"), memos.count > 1 { return nil }
            let missing = open.filter { definition.type.requires($0) }
            if missing.allSatisfy({ definition.isAuto && ($0 != "memo" || !memos.isEmpty) }) { return labels }
        }
        return nil
    }

    /// What an argument is that the definition does not give; nil for nothing.
    func leftOut(
        _ label: String, of definition: Definition, _ inner: ((inout Instances) -> Record)?,
        _ instances: inout Instances
    ) -> Record.Value? {
        switch label {
        case "port": .plain("80")
        case "memo": definition.isAuto ? memos.first.map(memo) : nil
        case "around": inner.map { .record($0(&instances)) }
        default: nil
        }
    }

    func memo(_ id: String) -> Record.Value { .plain("memo \(id)") }
}

extension SmallWiring.RecordType {
    fileprivate func requires(_ label: String) -> Bool { self == .album && label == "memo" || label == "around" }
}

extension SmallWiring.Definition {
    /// The value for a label of an initializer, by position or by label.
    func given(_ label: String, _ labels: [String]) -> SmallWiring.Value? {
        guard let index = labels.firstIndex(of: label), positional.indices.contains(index) else {
            return arguments[label]
        }
        return positional[index]
    }

    /// Whether an initializer has all arguments, and each is given once.
    fileprivate func fits(_ labels: [String]) -> Bool {
        positional.count <= labels.count && arguments.keys.allSatisfy(labels.dropFirst(positional.count).contains)
    }

    /// Whether the port is a number, if there is one.
    var hasGoodPort: Bool {
        guard type != .record, let port = arguments["port"] else { return true }
        if case .integer = port { return true }
        return false
    }
}
