import Foundation
import Moonwire
import TestSupport
import Testing

/// Work that is done ahead on another thread, once.
@Suite struct PrefetchTests {
    @Test func prefetchRunsOnTheFirstThreadThatNeedsIt() {
        let runs = Counter()
        let work = Prefetch { runs.add() }
        #expect(runs.value == 0)
        #expect(work.result == 1)
        #expect(work.result == 1)
    }

    @Test func prefetchRunsAheadOnAnotherThread() {
        let done = DispatchSemaphore(value: 0)
        let runs = Counter()
        let work = Prefetch {
            defer { done.signal() }
            return runs.add()
        }
        work.begin()
        done.wait()
        #expect(work.result == 1)
        #expect(work.result == 1)
    }

    @Test func threadsWaitForARunningPrefetch() {
        let (isRunning, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let runs = Counter()
        let work = Prefetch {
            isRunning.signal()
            mayEnd.wait()
            return runs.add()
        }
        work.begin()
        isRunning.wait()
        let results = Collected<Int>()
        onThreads(9) { number in
            // Enough for all: work that is done more than once shows in the results, and not in a test that never ends.
            if number == 0 { for _ in 0...9 { mayEnd.signal() } } else { results.append(work.result) }
        }
        #expect(results.elements == Array(repeating: 1, count: 8))
    }

    @Test func aLongScriptIsSearchedForDuplicateKeys() throws {
        let engine = #"service "engine" { type = "Engine", args = { brand = "one", brand = "two" } }"#
        let padding = (0..<2_000).map { "-- line \($0), which is long enough to make the script a long one" }
        let text = (padding + [engine]).joined(separator: "\n")
        let fault =
            "container.lua:2001: key \"brand\" is given twice in one table\n    first given at container.lua:2001"
        #expect(message { _ = try wire(text) } == fault)
    }
}
