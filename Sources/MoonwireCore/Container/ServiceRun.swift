import MoonwireModel
import MoonwireSupport
import MoonwireValues

/// Calls the `run` of an instance, and does what its definition says when that ends.
struct ServiceRun: Sendable {
    private static let firstPause = Duration.milliseconds(100)
    private static let longestPause = Duration.seconds(30)

    let definition: Definition
    /// Names the service in steps.
    let id: String
    let call: @Sendable () async throws -> Void
    let current: CurrentGeneration
    let diagnostics: DiagnosticChannel
    let secrets: SecretMask
    /// Ends the container.
    let shutDown: @Sendable () -> Void

    /// Runs the instance until no other run follows.
    func callAsFunction(_ running: RunningInstance) async {
        var pause = Self.firstPause
        while true {
            let began = ContinuousClock.now
            let end = await ended()
            let duration = ContinuousClock.now - began
            let next = running.next(after: end, policy(end))
            note(.runEnded, after: duration)
            switch next {
            case .nothing: return
            case .ignored: return report(end)
            case .endOfContainer(let policy): return endContainer(policy, end)
            case .restart:
                report(end)
                // What works for a while begins again with the shortest pause.
                if duration > Self.longestPause { pause = Self.firstPause }
                guard await running.pause(for: pause) else { return }
                pause = min(pause * 2, Self.longestPause)
                note(.runRestarted)
            }
        }
    }

    /// Does what follows a run that has ended before its generation was in use, once that is in use.
    func follow(_ end: Result<Void, any Error>) {
        let policy = policy(end)
        if policy == .ignore { report(end) } else { endContainer(policy, end) }
    }

    private func ended() async -> Result<Void, any Error> {
        do {
            try await LifecycleAction.run(of: current.lifecycle) { try await call() }
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    func policy(_ end: Result<Void, any Error>) -> RunPolicy {
        switch end {
        case .success: definition.lifecycle.onReturn ?? .shutdown
        case .failure: definition.lifecycle.onFailure ?? .shutdown
        }
    }

    private func endContainer(_ policy: RunPolicy, _ end: Result<Void, any Error>) {
        let fault = fault(of: end) ?? (policy == .cancel ? .runReturned(definition) : nil)
        current.lifecycle.serviceEnd.note(
            fault.map { ContainerError(secrets.masked([$0]), underlying: end.failure) }, cancelsRuns: policy == .cancel)
        report(end)
        // Another shutdown may be in progress.
        if policy == .cancel { current.lifecycle.running.cancelAll() }
        shutDown()
    }

    private func report(_ end: Result<Void, any Error>) {
        if let fault = fault(of: end) { diagnostics.report(secrets.masked([fault])) }
    }

    private func fault(of end: Result<Void, any Error>) -> Diagnostic? {
        end.failure.map { .runFailed(definition, $0) }
    }

    private func note(_ phase: LifecycleStep.Phase, after duration: Duration? = nil) {
        current.lifecycleLog.note(LifecycleStep(id: id, phase: phase, duration: duration), diagnostics)
    }
}

extension Result where Failure == any Error {
    fileprivate var failure: (any Error)? { if case .failure(let error) = self { error } else { nil } }
}
