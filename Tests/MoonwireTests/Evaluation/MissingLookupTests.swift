import Foundation
import LuaRuntime
import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// Functions may ask for what is not there as often as they like: each time costs little, and nothing grows.
@Suite(.timeLimit(.minutes(10))) struct MissingLookupTests {
    private static let lookups = [
        "pcall(c.get, 'nope' .. i)", "pcall(c.param, 'nope' .. i)", "pcall(c.get, l .. i)", "pcall(c.param, l .. i)",
    ]

    /// The script is charged for each error, whichever lookup causes it.
    @Test(arguments: lookups) func failedLookupsCountAsInstructions(_ lookup: String) throws {
        let container = try wire(
            """
            for i = 1, 10000 do
                service("s" .. i) { synthetic = true }
                parameters { ["p" .. i] = 1 }
            end
            local l = ("x"):rep(10000)
            service "x" (function(c)
                for i = 1, 200000 do \(lookup) end
                return 5
            end)
            """)
        let said = message { _ = try container.resolve("x", as: Int.self) }
        #expect(said.contains("the script exceeded its"), "\(said)")
        #expect(said.contains("container.lua:7"), "\(said)")
    }

    /// Kept, the names would have a gigabyte.
    @Test func longMissingNamesAreNotKeptInMemory() async throws {
        // In a process of its own: it measures all that the process holds.
        await #expect(processExitsWith: .success) {
            let container = try wire(
                """
                local l = ("x"):rep(1 << 20)
                for i = 1, 20 do
                    service("y" .. i) (function(c)
                        for n = 1, 50 do
                            pcall(c.get, l .. i .. n)
                            pcall(c.param, l .. i .. n)
                            c.tagged(l .. i .. n)
                        end
                        return 5
                    end)
                end
                """)
            _ = try? container.resolve("y1", as: Int.self)
            let before = try heldBytes()
            for number in 2...20 { _ = try? container.resolve("y\(number)", as: Int.self) }
            let growth = try heldBytes() - before
            precondition(growth < 300 << 20, "\(growth) bytes")
        }
    }

    /// A service may ask for another id at each of its builds, for as long as the container runs.
    ///
    /// The testing library keeps a backtrace of each thrown error by the address of the error. A sanitizer gives each error another
    /// address, so that these backtraces grow without a bound.
    @Test(.disabled(if: keepsBacktraces, "the testing library keeps a backtrace of each thrown error"))
    func missingNamesAreNotKeptInMemoryForever() async throws {
        await #expect(processExitsWith: .success) {
            let count = Lock(0)
            let container = try wire("service 'a' { synthetic = true }") { services in
                services.register("asking", scope: .graph) { resolver in
                    for _ in 0..<1_000 {
                        let number = count.withLock { count -> Int in
                            count += 1
                            return count
                        }
                        let name = "tenant.of.the.application.number.\(number)"
                        _ = try? resolver.resolve(name, as: Int.self)
                        _ = try? resolver.parameter(name, as: Int.self)
                        _ = try? resolver.tagged(name, as: Int.self)
                    }
                    return NSObject()
                }
            }
            for _ in 0..<3 { _ = try container.resolve("asking", as: NSObject.self) }
            let before = try heldBytes()
            for _ in 0..<100 { _ = try container.resolve("asking", as: NSObject.self) }
            let growth = try heldBytes() - before
            precondition(growth < 10 << 20, "\(growth) bytes")
        }
    }

    private enum Kind: CaseIterable {
        case id, parameter, tag

        func ask(_ resolver: ServiceResolver, _ name: String) throws -> String {
            switch self {
            case .id: (try? resolver.resolve(name, as: Station.self))?.name ?? ""
            case .parameter: (try? resolver.parameter(name, as: String.self)) ?? ""
            case .tag: try resolver.tagged(name, as: Station.self).map(\.name).joined()
            }
        }

        func definition(_ name: String) -> String {
            switch self {
            case .id: "service '\(name)' { type = 'Station', args = { name = 'found' } }"
            case .parameter: "parameters { \(name) = 'found' }"
            case .tag: "service 'x' { type = 'Station', args = { name = 'found' }, tags = '\(name)' }"
            }
        }
    }

    private final class Answer: Sendable {
        let text: String
        init(_ text: String) { self.text = text }
    }

    /// However many names the service requested, it is built again when one of them is defined.
    @Test(arguments: [1, 100], [5, 1_000]) func serviceThatAskedForAMissingNameIsRebuiltOnceItExists(
        count: Int, length: Int
    ) throws {
        let padding = String(repeating: "n", count: length)
        for kind in Kind.allCases {
            let living = try Living("service 'a' { type = 'Station', args = { name = 'a' } }") { services in
                services.register("asking") { resolver in
                    Answer(try (1...count).map { try kind.ask(resolver, padding + "\($0)") }.joined())
                }
            }
            let first = try living.container.resolve("asking", as: Answer.self)
            #expect(first.text == "")
            try living.reload(
                "service 'a' { type = 'Station', args = { name = 'a' } }\n" + kind.definition(padding + "\(count)"))
            #expect(try living.container.resolve("asking", as: Answer.self).text == "found", "\(kind)")
        }
    }

    /// As long as no id is new, none of those that were missing is there.
    @Test func serviceThatAskedForAMissingNameIsKeptWhileItIsMissing() throws {
        let text = "service 'a' { type = 'Station', args = { name = 'a' } }"
        let living = try Living(text) { services in
            services.register("asking") { resolver in
                for number in 1...1_000 { _ = try? resolver.resolve("missing\(number)", as: Station.self) }
                return Answer("")
            }
        }
        let first = try living.container.resolve("asking", as: Answer.self)
        try living.reload(text.replacingOccurrences(of: "'a' }", with: "'b' }"))
        let isSame = first === (try living.container.resolve("asking", as: Answer.self))
        #expect(isSame)
    }
}
