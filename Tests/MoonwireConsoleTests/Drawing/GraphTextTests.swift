import Foundation
import MoonwireConsole
import Testing

@Suite struct GraphTextTests {
    @Test func graphAsDot() {
        #expect(
            DotText(.sample).text == #"""
                digraph wiring {
                    graph [rankdir=LR, ranksep=0.6, nodesep=0.15, bgcolor=transparent]
                    node [shape=box, style="rounded,filled", fontname="Helvetica", fontsize=11, color="#8a8f98"]
                    edge [fontname="Helvetica", fontsize=9, color="#6b7280", arrowsize=0.7]
                    "mailer" [label="mailer\nMailer", fillcolor="#dbeafe", tooltip="shared, container.lua:1, captive", color="#d97706", penwidth="2"]
                    "letter \"A\" <b>" [label="letter \"A\" <b>\nLetter<Text>", fillcolor="#fef3c7", tooltip="transient, container.lua:2"]
                    "chicken" [label="chicken\nChicken", fillcolor="#dbeafe", tooltip="shared, container.lua:3, cycle", color="#dc2626", penwidth="2"]
                    "egg" [label="egg\nEgg", fillcolor="#ede9fe", tooltip="weak, container.lua:4, cycle", color="#dc2626", penwidth="2"]
                    "left" [label="left\nSide", fillcolor="#fae8ff", tooltip="session, container.lua:5, late cycle", color="#7c3aed", penwidth="2"]
                    "right" [label="right\nSide", fillcolor="#dcfce7", tooltip="graph, container.lua:6, late cycle", color="#7c3aed", penwidth="2"]
                    "mail" [label="mail\nalias of \"mailer\"", fillcolor="#f3f4f6", tooltip="container.lua:9", style="rounded,filled,dashed"]
                    "smpt" [label="smpt\nnot defined", fillcolor="#f3f4f6", tooltip="undefined", style="rounded,filled,dashed", color="#dc2626", penwidth="2"]
                    "mailer" -> "smpt" [tooltip="argument 1, container.lua:1"]
                    "mailer" -> "letter \"A\" <b>" [tooltip="property \"letter\", container.lua:1, captive", color="#d97706", penwidth="2"]
                    "chicken" -> "egg" [tooltip="argument \"egg\", container.lua:3, cycle", color="#dc2626", penwidth="2"]
                    "egg" -> "chicken" [tooltip="argument 1, container.lua:4, cycle", color="#dc2626", penwidth="2"]
                    "left" -> "right" [tooltip="argument 1, container.lua:5, late cycle", color="#7c3aed", penwidth="2"]
                    "right" -> "left" [tooltip="argument 1, container.lua:6, late cycle", label="lazy", style="dotted", color="#7c3aed", penwidth="2"]
                    "mail" -> "mailer" [tooltip="alias, container.lua:9", label="alias", style="dashed"]
                    "right" -> "mail" [tooltip="argument 1, container.lua:7", label="optional", style="dashed"]
                    "left" -> "egg" [tooltip="argument 1, container.lua:5", label="provider", style="dotted"]
                    "left" -> "mailer" [tooltip="inner, container.lua:5", label="decorates"]
                }
                """#)
    }

    @Test func graphAsMermaid() {
        #expect(
            MermaidText(.sample).text == #"""
                flowchart LR
                    s0("mailer<br/><small>Mailer</small>"):::scope_shared
                    s1("letter #quot;A#quot; #lt;b#gt;<br/><small>Letter#lt;Text#gt;</small>"):::scope_transient
                    s2("chicken<br/><small>Chicken</small>"):::scope_shared
                    s3("egg<br/><small>Egg</small>"):::scope_weak
                    s4("left<br/><small>Side</small>"):::scope_session
                    s5("right<br/><small>Side</small>"):::scope_graph
                    s6("mail<br/><small>alias of #quot;mailer#quot;</small>"):::scope_none
                    s7("smpt<br/><small>not defined</small>"):::scope_none
                    s0 --> s7
                    s0 --> s1
                    s2 --> s3
                    s3 --> s2
                    s4 --> s5
                    s5 -.->|lazy| s4
                    s6 -.->|alias| s0
                    s5 -.->|optional| s6
                    s4 -.->|provider| s3
                    s4 -->|decorates| s0
                    classDef scope_shared fill:#dbeafe,stroke:#8a8f98,color:#111827
                    classDef scope_transient fill:#fef3c7,stroke:#8a8f98,color:#111827
                    classDef scope_weak fill:#ede9fe,stroke:#8a8f98,color:#111827
                    classDef scope_session fill:#fae8ff,stroke:#8a8f98,color:#111827
                    classDef scope_graph fill:#dcfce7,stroke:#8a8f98,color:#111827
                    classDef scope_none fill:#f3f4f6,stroke:#8a8f98,color:#111827
                    style s0 stroke:#d97706,stroke-width:3px
                    style s2 stroke:#dc2626,stroke-width:3px
                    style s3 stroke:#dc2626,stroke-width:3px
                    style s4 stroke:#7c3aed,stroke-width:3px
                    style s5 stroke:#7c3aed,stroke-width:3px
                    style s7 stroke:#dc2626,stroke-width:3px
                    linkStyle 1 stroke:#d97706,stroke-width:2px
                    linkStyle 2 stroke:#dc2626,stroke-width:2px
                    linkStyle 3 stroke:#dc2626,stroke-width:2px
                    linkStyle 4 stroke:#7c3aed,stroke-width:2px
                    linkStyle 5 stroke:#7c3aed,stroke-width:2px
                """#)
    }

    @Test func graphAsJSON() throws {
        var graph = WiringGraph.sample.around("mail", depth: 1)
        graph.services.removeAll { $0.id == "right" }
        graph.needs.removeAll { $0.from == "right" }
        #expect(
            try JSONText(graph).text == #"""
                {
                  "needs" : [
                    {
                      "field" : "alias",
                      "file" : "container.lua",
                      "from" : "mail",
                      "isHeld" : true,
                      "kind" : "alias",
                      "line" : 9,
                      "marks" : [

                      ],
                      "to" : "mailer"
                    }
                  ],
                  "services" : [
                    {
                      "file" : "container.lua",
                      "id" : "mailer",
                      "line" : 1,
                      "marks" : [
                        "captive"
                      ],
                      "scope" : "shared",
                      "tags" : [
                        "sender"
                      ],
                      "title" : "initializer of Mailer",
                      "type" : "Mailer",
                      "values" : [

                      ]
                    },
                    {
                      "file" : "container.lua",
                      "id" : "mail",
                      "line" : 9,
                      "marks" : [

                      ],
                      "tags" : [

                      ],
                      "title" : "alias of \"mailer\"",
                      "values" : [

                      ]
                    }
                  ]
                }
                """#)
    }

    @Test func jsonOfAGraphDecodesToTheSameGraph() throws {
        let text = try JSONText(.sample).text
        #expect(try JSONDecoder().decode(WiringGraph.self, from: Data(text.utf8)) == .sample)
    }

    @Test func emptyGraphHasAnEmptyDrawing() throws {
        #expect(MermaidText(WiringGraph()).text == "flowchart LR")
        #expect(DotText(WiringGraph()).text.hasSuffix("arrowsize=0.7]\n}"))
    }
}
