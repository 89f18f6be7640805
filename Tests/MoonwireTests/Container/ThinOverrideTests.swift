import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// A thin generation over the current one, compared with a whole generation that has the same overrides.
///
/// A service that is registered in addition makes an override one with a whole generation, and changes nothing else.
@Suite struct ThinOverrideTests {
    @Test(arguments: 0..<repetitions(24, debug: 8)) func itBehavesLikeAWholeGeneration(_ block: Int) throws {
        for seed in block * 10..<(block + 1) * 10 {
            let thin = try Scenario(seed, isThin: true).run()
            let whole = try Scenario(seed, isThin: false).run()
            let difference = zip(thin, whole).first { $0 != $1 }
            #expect(thin == whole, "seed \(seed): \(difference.map { "\($0)" } ?? "another length")")
        }
    }

    /// Random use of a random wiring, which describes everything that it sees.
    private final class Scenario {
        private let wiring: RandomWiring
        private let living: Living
        private let journal = Journal()
        private let isThin: Bool
        private var dice: Dice
        private var lines: [String] = []
        /// By identity, the number of each object; they stay alive.
        private var numbers: [ObjectIdentifier: Int] = [:]
        private var objects: [AnyObject] = []

        init(_ seed: Int, isThin: Bool) throws {
            self.isThin = isThin
            dice = Dice(seed)
            wiring = RandomWiring(&dice)
            let (journal, ids) = (journal, wiring.ids)
            let hooked = ids[dice.below(ids.count)]
            let watchesReleases = dice.once(in: 3)
            living = try Living(wiring.text, types: [Piece.self, Single.self]) { services in
                services.register("journal") { _ in journal }
                services.register("by type") { resolver in
                    Piece(name: "by type of \(try resolver.resolve(Single.self).name)", journal: journal)
                }
                services.addHook(.created(hooked)) { (part: Piece, info) in
                    journal.note("created \(part.name) for \(info.path)")
                }
                if watchesReleases {
                    services.addHook(.released("part*")) { (part: Piece, _) in
                        journal.note("released \(part.name)")
                    }
                }
            }
        }

        func run() throws -> [String] {
            for _ in 0..<dice.below(8) { use(living.container) }
            for _ in 0..<(1 + dice.below(3)) {
                override(depth: 0)
                use(living.container)
            }
            for id in wiring.ids { resolve(id, in: living.container) }
            note(instances(of: living.container))
            return lines + journal.text.map { "journal: \($0)" }
        }

        private func note(_ line: String) { lines.append(living.readable(line)) }

        private func attempt(_ name: String, _ body: () throws -> String) {
            do { note("\(name): \(try body())") } catch { note("\(name) throws \(error)") }
        }

        private func override(depth: Int) {
            let targets = (0..<(1 + dice.below(2))).map { _ in
                dice.once(in: 8) ? dice.one(of: ["single", "by type", "pert1", "aliass0"]) : dice.one(of: wiring.ids)
            }
            let kinds = targets.map { _ in dice.below(7) }
            let need = dice.one(of: wiring.ids)
            attempt("override \(targets) \(kinds)") {
                try living.container.withOverrides { services in
                    for (target, kind) in zip(targets, kinds) { replace(target, kind, need, &services) }
                    if !isThin { services.register("zzzzzzzzzzzzzzzzzz") { _ in 0 } }
                } operation: {
                    for _ in 0..<(2 + dice.below(8)) { useInside(depth) }
                    return instances(of: living.container)
                }
            }
            note("journal has \(journal.text.count) lines")
        }

        private func replace(_ target: String, _ kind: Int, _ need: String, _ services: inout Registrations) {
            let journal = journal
            switch kind {
            case 0: services.override(target) { _ in Single(name: "other \(target)") }
            case 1:
                services.override(target, scope: .transient) { _ in Piece(name: "other \(target)", journal: journal) }
            case 2: services.override(target, scope: .weak) { _ in Piece(name: "other \(target)", journal: journal) }
            case 3:
                services.override(target) { resolver in
                    let part = try resolver.resolve(need, as: Piece.self)
                    return Piece(name: "other \(target)", parts: [part], journal: journal)
                }
            case 4: services.override(target) { try $0.resolve(need, as: Piece.self) }
            default: services.override(target) { _ in Piece(name: "other \(target)", journal: journal) }
            }
        }

        private func use(_ container: Container) {
            switch dice.below(9) {
            case 0: attempt("by type") { describe(try container.resolve(Single.self)) }
            case 1:
                attempt("tagged") { try container.tagged("some", as: Piece.self).map(describe).joined(separator: ", ") }
            case 2: resolve("by type", in: container)
            case 3: note(instances(of: container))
            case 4: attempt("part by type") { describe(try container.resolve(Piece.self)) }
            default: resolve(dice.one(of: wiring.ids), in: container)
            }
        }

        private func useInside(_ depth: Int) {
            let container = living.container
            switch dice.below(16) {
            case 0: supply(dice.one(of: wiring.ids))
            case 1: beside { [self] in supply(dice.one(of: wiring.ids)) }
            case 2: beside { [self] in use(living.container) }
            case 3:
                let text = dice.once(in: 2) ? wiring.edited(&dice) : wiring.text
                beside { [self] in attempt("reload") { try living.reload(text) } }
            case 4 where depth < 2: override(depth: depth + 1)
            case 5:
                attempt("plan") {
                    "\(try container.reloadPlan())".split(separator: "\n").filter { !$0.contains("zzzz") }.joined(
                        separator: "\n")
                }
            default: use(container)
            }
        }

        private func supply(_ id: String) {
            attempt("supply \(id)") {
                try living.container.supply(Piece(name: "supplied for \(id)", journal: journal), for: id)
                return "done"
            }
        }

        /// Runs on another thread, which has no override, while this one waits.
        private func beside(_ body: @escaping () -> Void) {
            note("beside:")
            nonisolated(unsafe) let body = body  // This thread waits until it has ended.
            onThreads(1) { _ in body() }
        }

        private func resolve(_ id: String, in container: Container) {
            attempt(id) {
                let part = try container.resolve(id, as: Piece.self)
                var text = describe(part)
                if let later = part.later, dice.once(in: 2) { text += " later \(describe(try later()))" }
                if let once = part.once, dice.once(in: 2) { text += " once \(describe(try once()))" }
                return text
            }
        }

        private func instances(of container: Container) -> String {
            "instances: "
                + container.instances.map { "\($0.id) for \($0.path)\($0.isSupplied ? ", supplied" : "")" }.joined(
                    separator: "; ")
        }

        private func describe(_ part: Piece) -> String {
            let parts = part.parts.isEmpty ? "" : " of \(part.parts.map(describe))"
            return "\(part.name) #\(number(of: part))\(parts)"
        }

        private func describe(_ single: Single) -> String { "\(single.name) #\(number(of: single))" }

        private func number(of object: AnyObject) -> Int {
            if let known = numbers[ObjectIdentifier(object)] { return known }
            objects.append(object)
            numbers[ObjectIdentifier(object)] = objects.count
            return objects.count
        }
    }
}
