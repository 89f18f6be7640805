import MoonwireValues

extension ParameterTree.Conflict {
    /// Nil if nothing is lost: the former value is empty, or it is an explicit `null`.
    init?(_ name: String, _ former: ParameterTree.Node, _ new: ParameterTree.Node) {
        guard let old = former.firstLeaf, let leaf = new.firstLeaf else { return nil }
        self.name = name
        self.former = old
        self.new = leaf
        isMap = new.isBranch
        isOfOtherShape = former.isBranch != new.isBranch
        if isOfOtherShape, !former.isBranch && old.holdsNothing || !new.isBranch && leaf.isNull { return nil }
    }
}

extension ParameterTree.Node {
    fileprivate var isBranch: Bool { if case .branch = self { true } else { false } }

    /// The leaf itself, or the first one in a branch by name.
    fileprivate var firstLeaf: ParameterTree.Leaf? {
        switch self {
        case .leaf(let leaf): leaf
        case .branch(let children): children.min { $0.key < $1.key }?.value.firstLeaf
        }
    }
}

extension ParameterTree.Leaf {
    fileprivate var isNull: Bool { if case .value(.null) = value { true } else { false } }

    fileprivate var holdsNothing: Bool { isNull || value.isEmptyCollection }
}

extension WiredValue {
    /// Whether the value is an empty list or map.
    var isEmptyCollection: Bool {
        switch self {
        case .value(.list(let elements)): elements.isEmpty
        case .value(.map(let entries)): entries.isEmpty
        case .list(let elements): elements.isEmpty
        case .map(let entries): entries.isEmpty
        default: false
        }
    }
}
