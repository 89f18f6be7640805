import Foundation
import Moonwire
import MoonwireCore
import MoonwireSupport
import TestSupport
import Testing

/// What a container says of reloads that are refused, and when a watch tries again.
@Suite(.timeLimit(.minutes(10))) struct RefusedReloadTests {
    private static let check = """

        hook.registered("*", function(definition)
            if definition.scope ~= "shared" then error("policy: " .. definition.id, 0) end
        end)
        """

    @Test func aRegisteredHookOfAScriptThatFailsIsAFaultOfTheScripts() throws {
        let living = try Living(WatchScene.wiring("Leeds") + Self.check)
        try living.edit(
            #"service "town" { type = "Station", scope = "transient", args = { name = "York" } }"# + Self.check)
        #expect(message { try living.container.reload() }.contains("policy: town"))
        #expect(living.container.refusedReload?.cause == .scripts)
        #expect(
            living.container.diagnostics.entries.last?.message
                == "the container still uses the previous wiring: the scripts have 1 fault")
    }

    @Test func aRegisteredHookOfSwiftThatFailsIsAFaultOfTheApplication() throws {
        let isAway = Lock(false)
        let living = try Living(WatchScene.wiring("Leeds")) { services in
            services.addHook(.registered("*")) { (_: RegisteredDefinition, _) in
                if isAway.withLock({ $0 }) { throw Station.Refusal() }
            }
        }
        isAway.withLock { $0 = true }
        #expect(throws: ContainerError.self) { try living.reload() }
        #expect(living.container.refusedReload?.cause == .application)
    }

    /// A digest is enough to see the next edit.
    @Test(arguments: ["error 'refused'", "service 'x' { type = 'Missing' }", "}"])
    func textOfARefusedEditIsNotKeptInMemory(fault: String) throws {
        let living = try Living(WatchScene.wiring("Leeds"))
        try living.edit("-- " + String(repeating: "secret ", count: 1_000) + "\n" + fault)
        #expect(throws: ContainerError.self) { try living.container.reload() }
        let files = living.container.followedFiles
        #expect(!files.isEmpty && files.allSatisfy { $0.text == "" && !$0.hasChanged })
    }

    @Test func refusedReloadHasTheDateOfTheFirstRefusal() throws {
        let reason = Lock<String?>(nil)
        let living = try Living(WatchScene.wiring("Leeds")) { services in
            services.addHook(.reloading) { _, _ in if let reason = reason.withLock({ $0 }) { throw Reason(reason) } }
        }
        func refuse(_ words: String?) -> RefusedReload? {
            reason.withLock { $0 = words }
            #expect(throws: ContainerError.self) { try living.reload() }
            return living.container.refusedReload
        }
        func reports() -> Int { living.container.diagnostics.entries.count { $0.code == .refusedReload } }
        let first = try #require(refuse("one"))
        #expect(refuse("one")?.date == first.date)
        #expect(reports() == 1)
        let other = try #require(refuse("two"))
        #expect(other.date == first.date)
        #expect("\(other.error)".contains("two"))
        #expect(reports() == 2)
        try living.edit(WatchScene.wiring("York"))
        #expect(refuse("two")?.date == first.date)
        #expect(reports() == 3)
        reason.withLock { $0 = nil }
        try living.reload()
        #expect(living.container.refusedReload == nil)
        #expect(try #require(refuse("two")).date > first.date)
        #expect(reports() == 4)
    }

    private struct Reason: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
    }

    /// In a process of its own, as its limit of open files is that of all tests.
    @Test func aFileThatCannotBeReadForNowIsTriedAgain() async {
        await #expect(processExitsWith: .success) {
            let scene = try WatchScene()
            try scene.living.edit(WatchScene.wiring("York"), "new.lua")
            var limit = rlimit()
            #expect(getrlimit(openFiles, &limit) == 0)
            let usual = limit.rlim_cur
            limit.rlim_cur = 3
            #expect(setrlimit(openFiles, &limit) == 0)
            #expect(rename(scene.living.folder.path("new.lua"), scene.living.folder.path("container.lua")) == 0)
            let words = await scene.refusal()
            let cause = scene.living.container.refusedReload?.cause
            limit.rlim_cur = usual
            #expect(setrlimit(openFiles, &limit) == 0)
            #expect(words == #"script "container.lua" cannot be read at the moment"#)
            #expect(cause == .files)
            try await scene.waitFor("York")
        }
    }
}

#if canImport(Glibc)
    private let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
#else
    private let openFiles = RLIMIT_NOFILE
#endif
