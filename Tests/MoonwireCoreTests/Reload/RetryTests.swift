import MoonwireCore
import Testing

@Suite struct RetryTests {
    private let start = ContinuousClock.now

    @Test(arguments: [RefusedReload.Cause.application, .files]) func eachRetryWaitsTwiceAsLong(
        cause: RefusedReload.Cause
    ) throws {
        var retry = Retry()
        var delays: [Duration] = []
        for _ in 0..<9 {
            retry.prepare(cause, at: start)
            let time = try #require(retry.time)
            delays.append(time - start)
            #expect(!retry.isDue(at: time - .milliseconds(1)))
            #expect(retry.isDue(at: time))
            retry.begin()
            #expect(retry.time == nil)
        }
        #expect(delays.map { $0 / .seconds(1) } == [0.5, 1, 2, 4, 8, 16, 30, 30, 30])
    }

    @Test func eventsDoNotPostponeARetry() throws {
        var retry = Retry()
        retry.prepare(.application, at: start)
        retry.prepare(.application, at: start + .milliseconds(400))
        #expect(retry.isDue(at: start + .milliseconds(500)))
    }

    @Test(arguments: [RefusedReload.Cause.scripts, nil]) func reloadsRefusedForOtherReasonsAreNotRetried(
        cause: RefusedReload.Cause?
    )
        throws
    {
        var retry = Retry()
        for _ in 0..<3 {
            retry.prepare(.application, at: start)
            retry.begin()
        }
        retry.prepare(cause, at: start)
        #expect(retry.time == nil)
        #expect(!retry.isDue(at: start + .seconds(3_600)))
        retry.prepare(.application, at: start)
        #expect(try #require(retry.time) - start == .milliseconds(500))
    }
}
