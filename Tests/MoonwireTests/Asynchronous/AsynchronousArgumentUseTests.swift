import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// How scripts and the application use asynchronous factories that take arguments.
@Suite struct AsynchronousArgumentUseTests {
    private func wired(_ script: String, _ gate: AsyncGate? = nil, _ log: Collected<String> = .init()) throws
        -> Container
    {
        try wire(script, types: Reports.types) { services in
            services.register("letter", arguments: "owner", ExposedArgument("title", default: "To")) {
                (_, owner: Person, title: String) in
                log.append("begin \(title)")
                try await gate?.wait()
                return Report(owner: owner, title: "\(title) \(owner.name)", pages: 1)
            }
            services.register("person", arguments: "name") { (_, name: String) in
                await Task.yield()
                return Person(name: name)
            }
        }
    }

    @Test func argumentsMayBeAsynchronousServicesWithArguments() async throws {
        let container = try wired(
            """
            service "page" {
                type = "Binder", scope = "transient",
                args = { report = ref("letter", { owner = ref("person", { name = argument "name" }), title = "Dear" }) },
            }
            service "pages" { type = "Binder", scope = "transient", args = { report = ref("letter", {
                owner = inline { type = "Person", args = { name = argument "name" } },
            }) } }
            """)
        let page = try await container.resolve("page", as: Binder.self, arguments: ["name": "Bob"])
        #expect(page.report.title == "Dear Bob")
        let pages = try await container.resolve("pages", as: Binder.self, arguments: ["name": "Eve"])
        #expect(pages.report.title == "To Eve")
    }

    @Test func decoratorsPassArgumentsOn() async throws {
        let container = try wired(
            """
            decorate "letter" { type = "Binder", args = { report = inner, label = argument("label", "inside") } }
            """)
        let binder = try await container.resolve(
            "letter", as: Binder.self, arguments: ["owner": Person(name: "Ann"), "label": "B"])
        #expect(binder.label == "B" && binder.report.title == "To Ann")
    }

    @Test func wrongReferencesAreFaults() throws {
        let text = """
            service "one" { type = "Binder", args = { report = ref("letter", { owner = 7 }) } }
            service "two" { type = "Binder", args = { report = ref("letter", { onwer = 7 }) } }
            service "three" { type = "Binder", args = { report = ref "letter" } }
            """
        let found = message { _ = try wired(text) }
        for part in ["\"one\"", "Person", "\"onwer\"", "did you mean \"owner\"", "\"three\""] {
            #expect(found.contains(part), "\(found)")
        }
    }

    @Test func functionsCannotAwait() throws {
        let container = try wired(
            """
            service "list" { factory = function(args, c)
                return c.get("letter", { owner = Person { name = "Ann" } })
            end }
            """)
        let found = message { _ = try container.resolve("list", as: Report.self) }
        #expect(found.contains("\"letter\" must be built asynchronously"), "\(found)")
    }

    @Test func aCancelledBuildIsCancelled() async throws {
        let (gate, log) = (AsyncGate(), Collected<String>())
        let container = try wired("", gate, log)
        let task = Task {
            _ = try await container.resolve("letter", as: Report.self, arguments: ["owner": Person(name: "Ann")])
        }
        try await until { gate.waiting == 1 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        gate.open()
        let title = try await container.resolve("letter", as: Report.self, arguments: ["owner": Person(name: "Ann")])
            .title
        #expect(title == "To Ann")
    }

    @Test func theFactoryResolvesOtherServices() async throws {
        let text = "service \"motto\" { type = \"Person\", args = { name = \"m\" }, scope = \"graph\" }"
        let container = try wire(text, types: Reports.types) {
            $0.register("letter", arguments: "names", ExposedArgument("extra", default: nil)) {
                (resolver, names: [String], extra: Person?) in
                await Task.yield()
                let motto: Person = try await resolver.resolve("motto")
                return Report(owner: extra ?? motto, title: names.joined(separator: motto.name), pages: names.count)
            }
        }
        let report = try await container.resolve("letter", as: Report.self, arguments: ["names": ["a", "b"]])
        #expect(report.title == "amb" && report.owner.name == "m")
        let other = try await container.resolve(
            "letter", as: Report.self, arguments: ["names": [String](), "extra": Person(name: "x")])
        #expect(other.title.isEmpty && other.owner.name == "x")
    }

    @Test func aReloadMeanwhileEndsNothing() async throws {
        let (gate, log) = (AsyncGate(), Collected<String>())
        let container = try wired("parameters { a = 1 }", gate, log)
        try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let report = try await container.resolve(
                        "letter", as: Report.self, arguments: ["owner": Person(name: "\(number)")])
                    return report.title
                }
            }
            try await until { gate.waiting == 8 }
            _ = try? container.reset("letter")
            _ = try? container.reload()
            gate.open()
            var titles: Set<String> = []
            for try await title in group { titles.insert(title) }
            #expect(titles.count == 8)
        }
        #expect(container.generations.count == 1)
    }
}
