/// What scripts must change in tags that are collected: where an attribute is the key, each tag has it and no two have the same
/// value, and a service is in a list once.
struct CollectedTags {
    private struct Key: Hashable {
        let id: String
        let tag: GraphService.Tag
    }

    private var replaced: Set<Key> = []
    private var indexes: [String: Set<String>] = [:]
    private var lists: Set<String> = []

    init(_ index: GraphIndex) {
        for service in index.inOrder {
            for argument in service.allArguments {
                argument.forEach { part in
                    guard case .tagged(let tagged) = part else { return }
                    if let attribute = tagged.index {
                        indexes[tagged.tag, default: []].insert(attribute)
                    } else {
                        lists.insert(tagged.tag)
                    }
                }
            }
        }
        for (tag, attributes) in indexes {
            for attribute in attributes { markReplaced(index.members(tag), by: attribute) }
        }
    }

    /// Of two members with the same value, the later one is used.
    private mutating func markReplaced(_ members: [GraphIndex.Member], by attribute: String) {
        var last: [JSON: Key] = [:]
        for member in members {
            let key = Key(id: member.service.id, tag: member.tag)
            let value = member.tag.attributes[attribute] ?? .string(member.service.id)
            if let former = last.updateValue(key, forKey: value) { replaced.insert(former) }
        }
    }

    /// Whether another member of the collection has the same key.
    func isReplaced(_ tag: GraphService.Tag, of id: String) -> Bool { replaced.contains(Key(id: id, tag: tag)) }

    /// Whether a list would contain a service once for each of its tags of that name.
    func isListed(_ tag: String) -> Bool { lists.contains(tag) && indexes[tag] == nil }

    /// The attributes that scripts must add to a tag.
    func missing(in tag: GraphService.Tag) -> [String] {
        (indexes[tag.name] ?? []).filter { tag.attributes[$0] == nil }.sorted()
    }
}
