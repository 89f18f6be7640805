import Foundation
import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// A container starts, runs a program, and is shut down.
///
/// One test at a time, because all would receive the same signals.
@Suite(.serialized, .timeLimit(.minutes(5))) struct RunTests {
    private static let life = #"start = "connect", stop = "close""#

    private func send(_ signal: UnixSignal) { kill(getpid(), signal.rawValue) }

    @Test func bodyRunsBetweenStartAndEnd() async throws {
        let living = try Living(boilers: Boiler.service("a", Self.life))
        try await living.container.run(until: { #expect(living.done == ["connect a"]) })
        #expect(living.done == ["connect a", "close a"])
    }

    @Test func errorOfTheBodyEndsTheContainer() async throws {
        let living = try Living(boilers: Boiler.service("a", Self.life))
        await #expect(throws: Boiler.Leak.self) { try await living.container.run(until: { throw Boiler.Leak() }) }
        #expect(living.done == ["connect a", "close a"])
    }

    /// The second start of the container fails, and does not end it by itself.
    @Test func errorOfTheStartEndsTheContainer() async throws {
        let living = try Living(boilers: Boiler.service("a", Self.life))
        try await living.container.start()
        try living.edit(Boiler.service("a", Self.life) + Boiler.service("b", #"start = "leak""#))
        try living.container.reload()
        await #expect(throws: ContainerError.self) { try await living.container.run(until: {}) }
        #expect(living.done == ["connect a", "close a"])
        #expect(living.container.generations == [])
    }

    @Test func signalEndsTheBody() async throws {
        let living = try Living(boilers: Boiler.service("a", Self.life))
        try await living.container.run(gracefulShutdownSignals: [.sigusr1]) {
            send(.sigusr1)
            try await AsyncGate().wait()
        }
        #expect(living.done == ["connect a", "close a"])
    }

    @Test func signalEndsTheStart() async throws {
        let living = try Living(boilers: Boiler.service("a", #"start = "wait", stop = "close""#))
        let boiler = try living.boiler("a")
        let run = Task {
            try await living.container.run(gracefulShutdownSignals: [.sigusr1]) { Issue.record("it has not started") }
        }
        try await until { boiler.gate.waiting == 1 }
        send(.sigusr1)
        try await run.value
        #expect(living.done == ["wait a", "cancelled a", "close a"])
    }

    /// The run waits for nothing else.
    @Test(arguments: [false, true]) func shutdownByAnotherTaskEndsARun(duringTheStart: Bool) async throws {
        let living = try Living(
            boilers: Boiler.service("a", duringTheStart ? #"start = "wait""# : #"start = "connect", stop = "shut""#))
        let boiler = try living.boiler("a")
        let run = Task { try await living.container.run() }
        try await until { duringTheStart ? boiler.gate.waiting == 1 : living.done == ["connect a"] }
        #expect(await living.container.shutdownGracefully() == [])
        try await run.value
        #expect(living.done == (duringTheStart ? ["wait a", "cancelled a"] : ["connect a", "shut a"]))
    }

    @Test func limitOfARunIsThatOfItsStart() async throws {
        let living = try Living(boilers: Boiler.service("a", #"start = "wait", stop = "ignore""#))
        let boiler = try living.boiler("a")
        let run = Task {
            try await living.container.run(gracefulShutdownSignals: [.sigusr1], within: .milliseconds(500)) {}
        }
        try await until { boiler.gate.waiting == 1 }
        send(.sigusr1)
        try await run.value
        let faults = living.container.diagnostics.entries.map(\.message)
        let fault =
            #"service "a" could not be stopped: "stop" did not end within 0.5 seconds, and ignores its cancellation"#
        #expect(faults == [fault])
        boiler.gate.open()
    }

    /// The signal arrives while the run awaits a start that another task has begun.
    ///
    /// It is one that no other test receives: the last of several may arrive after the end of the run.
    @Test func signalEndsTheStartOfAnotherTask() async throws {
        let resized = UnixSignal(rawValue: SIGWINCH)
        let living = try Living(boilers: Boiler.service("a", #"start = "wait", stop = "close""#))
        let boiler = try living.boiler("a")
        let start = Task { try await living.container.start() }
        try await until { boiler.gate.waiting == 1 }
        let ended = Counter()
        let run = Task {
            try await living.container.run(gracefulShutdownSignals: [resized]) { Issue.record("it has not started") }
            ended.add()
        }
        try await until {
            // It does nothing before the run receives it.
            send(resized)
            return ended.value == 1
        }
        try await run.value
        await #expect(throws: CancellationError.self) { try await start.value }
        #expect(living.done == ["wait a", "cancelled a", "close a"])
    }

    @Test(arguments: [SIGKILL, SIGSTOP, 999]) func otherSignalsAreRefused(_ number: Int32) async throws {
        let living = try Living(boilers: Boiler.service("a", Self.life))
        let said = await message {
            try await living.container.run(gracefulShutdownSignals: [UnixSignal(rawValue: number)]) {}
        }
        #expect(said == "a program cannot receive signal \(number)")
        #expect(living.done == [])
    }

    /// An error of its own tells more than the cancellation.
    @Test func errorAfterASignalIsThrown() async throws {
        let living = try Living(boilers: Boiler.service("a", Self.life))
        await #expect(throws: Boiler.Leak.self) {
            try await living.container.run(gracefulShutdownSignals: [.sigusr1]) {
                send(.sigusr1)
                do { try await AsyncGate().wait() } catch { throw Boiler.Leak() }
            }
        }
        #expect(living.done == ["connect a", "close a"])
    }

    @Test func signalReloads() async throws {
        let living = try Living(boilers: Boiler.service("a", Self.life))
        let reloads = living.container.reloads()
        try living.edit(Boiler.service("a", Self.life).replacing(#"name = "a""#, with: #"name = "new""#))
        try await living.container.run(gracefulShutdownSignals: [.sigusr1], reloadSignals: [.sigusr2]) {
            send(.sigusr2)
            for await _ in reloads { break }
            #expect(try living.boiler("a").name == "new")
            try await until { living.done.contains("connect new") }
            // A fault is reported, and the program continues.
            try living.edit("service")
            send(.sigusr2)
            for await _ in reloads { break }
            #expect(try living.boiler("a").name == "new")
            send(.sigusr1)
            try await AsyncGate().wait()
        }
        #expect(living.container.diagnostics.entries.contains { $0.code == .refusedReload })
        #expect(living.done.sorted() == ["close a", "close new", "connect a", "connect new"])
    }

    /// Afterward a signal does what it did before: it is ignored here.
    @Test func signalsAreRestored() async throws {
        let former = signal(SIGUSR1, SIG_IGN)
        defer { _ = signal(SIGUSR1, former) }
        for _ in 0..<2 {
            let living = try Living(boilers: Boiler.service("a", Self.life))
            try await living.container.run(gracefulShutdownSignals: [.sigusr1]) {
                send(.sigusr1)
                try await AsyncGate().wait()
            }
            var action = sigaction()
            sigaction(SIGUSR1, nil, &action)
            #expect(Self.isIgnored(action))
        }
    }

    private static func isIgnored(_ action: sigaction) -> Bool {
        #if canImport(Darwin)
            let handler = action.__sigaction_u.__sa_handler
        #else
            let handler = action.__sigaction_handler.sa_handler
        #endif
        // Only the addresses of functions can be compared.
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
