import Foundation
import MoonwireCore

/// A command without options that lists what is in a container: its instances, generations, or open scopes.
struct ListingCommand: Command {
    let name: String
    let summary: String
    private let list: @Sendable (Console.Output) -> Void

    private init(_ name: String, _ summary: String, _ list: @escaping @Sendable (Console.Output) -> Void) {
        self.name = name
        self.summary = summary
        self.list = list
    }

    func run(_ invocation: Invocation) -> Console.Status {
        answer(invocation) { _ in
            list(invocation.output)
            return .clean
        }
    }
}

extension ListingCommand {
    static func instances(_ container: Container) -> ListingCommand {
        ListingCommand("instances", "list the instances that the container holds, oldest first") { output in
            let rows = container.instances.map { instance in
                [
                    instance.id, instance.isSupplied ? "supplied" : "", instance.date.formatted(.iso8601),
                    instance.path.isEmpty ? "" : "for \(instance.path.joined(separator: " -> "))",
                ]
            }
            output.write(rows, orNothing: "no instances")
        }
    }

    static func generations(_ container: Container) -> ListingCommand {
        ListingCommand("generations", "list the generations that are in use, and what holds them") { output in
            for generation in container.generations { output.write("\(generation)") }
            if let refused = container.refusedReload { output.complain(refused.remark) }
        }
    }

    static func scopes(_ container: Container) -> ListingCommand {
        ListingCommand("scopes", "list the open scopes, with the number of each and the generation that they hold") {
            output in
            let rows = container.generations.flatMap { generation in
                Dictionary(grouping: generation.scopes) { $0 }.sorted { $0.key < $1.key }.map { name, scopes in
                    [name, "\(scopes.count)", "generation \(generation.number)"]
                }
            }
            output.write(rows, orNothing: "no open scopes")
        }
    }
}

extension Console.Output {
    fileprivate func write(_ rows: [[String]], orNothing nothing: String) {
        for line in rows.isEmpty ? [nothing] : Columns(rows).lines { write(line) }
    }
}
