import MoonwireValues
import Testing

private final class Engine {}
private struct Plain: Equatable { let x: Int }

@Suite struct CallTests {
    @Test func argumentsAreReadByIndexAndMayBeLeftOut() throws {
        let source = MemorySource()
        let call = source.call(1, nil, "three")
        #expect(try call.argument(0).map { try Int.read(from: $0) } == 1)
        #expect(call.argument(1) == nil)
        #expect(try call.argument(2).map { try String.read(from: $0) } == "three")
        #expect(call.argument(3) == nil)
    }

    @Test func applicationCodeRunsAfterTheArgumentsAreRead() throws {
        let source = MemorySource()
        let call = source.call()
        #expect(call.runUserCode { source.log } == ["begin"])
        #expect(throws: ConversionError.self) { try call.runUserCode { throw ConversionError(.missing) } }
        #expect(source.log == ["begin", "end", "begin", "end"])
    }

    @Test func resultsAreConvertedForAScript() throws {
        let source = MemorySource()
        let writer = ValueWriter(source, slot: 1)
        try writer.deliver([1, 2])
        #expect(source.written() == [1, 2])
        try writer.deliverDynamically(["a": 1])
        #expect(source.written() == ["a": 1])
        try writer.deliverDynamically(())
        #expect(source.written() == .null)
        try writer.deliverDynamically(Plain(x: 1))
        #expect(source.writtenObject().flatMap { unboxed($0, as: Plain.self) } == Plain(x: 1))
    }

    @Test func resultsAreNotConvertedForABuild() throws {
        let source = MemorySource()
        source.keepsValuesWhole = true
        let writer = ValueWriter(source, slot: 1)
        try writer.deliver([1, 2])
        #expect(source.writtenObject().flatMap { unboxed($0, as: [Int].self) } == [1, 2])
        let engine = Engine()
        try writer.deliverDynamically(engine)
        #expect(source.writtenObject().map(ObjectIdentifier.init) == ObjectIdentifier(engine))
        try writer.deliverDynamically(Engine?.some(engine))
        #expect(source.writtenObject().map(ObjectIdentifier.init) == ObjectIdentifier(engine))
        try writer.deliverDynamically(Engine?.none)
        #expect(source.written() == .null)
        try writer.deliver(Int??.some(nil))
        #expect(source.written() == .null)
        try writer.deliver(Int??.some(5))
        #expect(source.writtenObject().flatMap { unboxed($0, as: Int.self) } == 5)
    }
}
