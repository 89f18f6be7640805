import Foundation
import Moonwire
import TestSupport
import Testing

/// Several threads in one interpreter.
///
/// The interpreter is never held while Swift code of the application runs.
@Suite struct ThreadTests {
    @Test func sixtyFourThreadsRaceForOneSharedServiceMadeByLua() throws {
        let made = Counter()
        let container = try wire(
            """
            service "engine" (function(c)
                c.get "count"
                return Engine { brand = "one" }
            end)
            """
        ) { services in
            services.register("count", scope: .transient) { _ in
                made.add()
                Thread.sleep(forTimeInterval: 0.02)
                return made.value
            }
        }
        let seen = Collected<ObjectIdentifier>()
        let failures = Collected<String>()
        let kept = Collected<Engine>()
        onThreads(64) { _ in
            do {
                let engine = try container.resolve("engine", as: Engine.self)
                kept.append(engine)
                seen.append(ObjectIdentifier(engine))
            } catch { failures.append("\(error)") }
        }
        #expect(failures.elements == [])
        #expect(made.value == 1)
        #expect(seen.elements.count == 64)
        #expect(Set(seen.elements).count == 1)
    }

    @Test(.timeLimit(.minutes(10))) func aFunctionMayWaitForAThreadThatNeedsTheInterpreter() throws {
        let holder = Collected<Container>()
        let container = try wire(
            """
            service "waits" (function(c)
                return Engine { brand = c.get("second thread") .. "!" }
            end)
            service "other" (function(c) return Engine { brand = "other" } end)
            """
        ) { services in
            services.register("second thread") { _ in
                let brand = Collected<String>()
                onThreads(1) { _ in
                    let engine = try? holder.elements.first?.resolve("other", as: Engine.self)
                    brand.append(engine?.brand ?? "nothing")
                }
                return brand.elements[0]
            }
        }
        holder.append(container)
        #expect(try container.resolve("waits", as: Engine.self).brand == "other!")
    }

    @Test func eightThreadsResolveTransientsMadeByLua() throws {
        let container = try wire(
            """
            parameters { text = "%base%!", base = "b" }
            service "plug" { type = "Engine", args = { "plug" }, scope = "transient" }
            service "engine" {
                scope = "transient",
                factory = function(args, c)
                    local words = {}
                    for index = 1, 10 do words[index] = c.param "text" .. index end
                    return Engine { brand = table.concat(words, ","), cylinders = c.get("plug").cylinders + args[1] }
                end,
                args = { 2 },
            }
            """)
        let results = Collected<String>()
        onThreads(8) { _ in
            for _ in 0..<100 {
                let engine = try? container.resolve("engine", as: Engine.self)
                results.append("\(engine?.brand ?? "nothing") \(engine?.cylinders ?? 0)")
            }
        }
        let expected = (1...10).map { "b!\($0)" }.joined(separator: ",") + " 6"
        #expect(results.elements.count == 800)
        #expect(Set(results.elements) == [expected])
    }

    @Test func threadsThatFailSeeTheirOwnErrors() throws {
        let container = try wire(
            """
            service "name" { synthetic = true }
            service "fails" {
                scope = "transient", args = { ref "number" },
                factory = function(args) error("number " .. args[1]) end,
            }
            """
        ) { services in
            services.register("number", scope: .transient) { _ in Thread.current.name ?? "" }
        }
        let mixed = Collected<String>()
        onThreads(8) { number in
            Thread.current.name = "\(number)"
            for _ in 0..<50 {
                let text = message { _ = try container.resolve("fails", as: Engine.self) }
                if !text.hasSuffix("number \(number)") { mixed.append(text) }
            }
        }
        #expect(mixed.elements == [])
    }

    @Test(.timeLimit(.minutes(10))) func aCycleThroughTheContextIsAnErrorWithItsPath() throws {
        let container = try wire(
            """
            service "a" (function(c) return c.get "b" end)
            service "b" (function(c) return c.get "c" end)
            service "c" (function(c) return c.get "a" end)
            """)
        #expect(
            message { _ = try container.resolve("a", as: Engine.self) }
                == #"container.lua:1: service "a" depends on itself while it is built: a -> b -> c -> a"#)
        let messages = Collected<String>()
        onThreads(3) { number in
            messages.append(message { _ = try container.resolve(["a", "b", "c"][number], as: Engine.self) })
        }
        #expect(messages.elements.count == 3)
        #expect(messages.elements.allSatisfy { $0.contains("depends on itself while it is built") })
    }
}
