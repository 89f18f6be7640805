/// Which references of a graph have to be lazy, because services would otherwise need each other.
///
/// In the data, what is collected by a tag and services marked as lazy are built when they are first used. Scripts say so only
/// where it is needed, which is in circles.
struct LazyParts {
    private let index: GraphIndex
    /// The number of the circle of each service; services with the same number reach each other.
    private var circle: [String: Int] = [:]
    private var sizes: [Int: Int] = [:]

    init(_ index: GraphIndex) {
        self.index = index
        var edges: [String: [String]] = [:]
        for service in index.inOrder { edges[service.id] = targets(of: service) }
        for (number, members) in Circles(edges).all.enumerated() {
            for id in members { circle[id] = number }
            sizes[number] = members.count
        }
    }

    /// Whether a tag must be collected lazily by a service.
    func isLazy(tag: String, for id: String) -> Bool {
        index.members(tag).contains { $0.service.id != id && isCircular(id, $0.service.id) }
    }

    /// Whether a reference to a lazy service must be lazy.
    func isLazy(reference: String, from id: String) -> Bool {
        guard let service = index.definition(reference), service.isLazy else { return false }
        return isCircular(id, reference)
    }

    private func isCircular(_ id: String, _ other: String) -> Bool {
        guard let number = circle[id], circle[other] == number else { return false }
        return id == other || sizes[number, default: 0] > 1
    }

    private func targets(of service: GraphService) -> [String] {
        if let alias = service.alias { return [alias] }
        var targets = index.decorators[service.id, default: []].map(\.id)
        for argument in (index.parents(of: service) + [service]).flatMap(\.allArguments) {
            argument.forEach { part in
                switch part {
                case .reference(let id, _): if !service.isInner(id) { targets.append(id) }
                case .tagged(let tagged):
                    targets += index.members(tagged.tag).map(\.service.id).filter { $0 != service.id }
                default: break
                }
            }
        }
        for case .method(let id, _) in [service.factory, service.configurator].compactMap(\.self) { targets.append(id) }
        return targets
    }
}

/// The strongly connected components of a graph, by Tarjan's algorithm without recursion.
private struct Circles {
    private(set) var all: [[String]] = []

    init(_ edges: [String: [String]]) {
        var number: [String: Int] = [:]
        var lowest: [String: Int] = [:]
        var stack: [String] = []
        var isOnStack: Set<String> = []
        for root in edges.keys.sorted() where number[root] == nil {
            var visits = [(id: root, next: 0)]
            while let (id, next) = visits.last {
                if next == 0 {
                    number[id] = number.count
                    lowest[id] = number[id]
                    stack.append(id)
                    isOnStack.insert(id)
                }
                let targets = edges[id] ?? []
                if next < targets.count {
                    visits[visits.count - 1].next += 1
                    let target = targets[next]
                    if number[target] == nil, edges[target] != nil {
                        visits.append((target, 0))
                    } else if isOnStack.contains(target) {
                        lowest[id] = min(lowest[id] ?? 0, number[target] ?? 0)
                    }
                    continue
                }
                visits.removeLast()
                if let parent = visits.last?.id { lowest[parent] = min(lowest[parent] ?? 0, lowest[id] ?? 0) }
                guard lowest[id] == number[id] else { continue }
                var members: [String] = []
                while let member = stack.popLast() {
                    isOnStack.remove(member)
                    members.append(member)
                    if member == id { break }
                }
                all.append(members)
            }
        }
    }
}
