import Foundation
import MoonwireValues
import Testing

/// A line of a script, whose file is kept by a number.
@Suite struct ScriptLocationTests {
    @Test func locationHasItsFileAndLine() {
        let location = ScriptLocation(file: "shop/container.lua", line: 12)
        #expect(location.file == "shop/container.lua")
        #expect(location.line == 12)
        #expect("\(location)" == "shop/container.lua:12")
    }

    @Test func locationsOfTheSameFileAndLineAreEqual() {
        let location = ScriptLocation(file: "same.lua", line: 1)
        #expect(location == ScriptLocation(file: ["same", "lua"].joined(separator: "."), line: 1))
        #expect(location != ScriptLocation(file: "other.lua", line: 1))
        #expect(location != ScriptLocation(file: "same.lua", line: 2))
    }

    @Test func locationIsEncodedWithTheNameOfItsFile() throws {
        let location = ScriptLocation(file: "written.lua", line: 3)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let written = try encoder.encode(location)
        #expect(String(decoding: written, as: UTF8.self) == #"{"file":"written.lua","line":3}"#)
        #expect(try JSONDecoder().decode(ScriptLocation.self, from: written) == location)
    }

    @Test func locationKeepsItsFileOnAnyThread() {
        DispatchQueue.concurrentPerform(iterations: 400) { index in
            let name = "thread-\(index % 20).lua"
            #expect(ScriptLocation(file: name, line: index).file == name)
        }
    }
}
