#!/usr/bin/env python3
"""Writes a site of N Chinese terms twice, for tools/bench hugo: once as `gloss` reads it, once as Hugo does.

    bench_pages.py FOLDER [N] [--plain]
                                 FOLDER/gloss/content/zh/terms/*.md, FOLDER/hugo/{hugo.toml,content,layouts}

The Markdown files are the same bytes. Nothing is random: the same call writes the same files.
"""

import os
import sys

FIRST = "显存 缓存 张量 流水 分页 量化 稀疏 并行 调度 网络 内核 路由 批量 注意 专家 梯度 精度 互联 节点 虚拟 计费 监控".split()
SECOND = "读取 写入 复用 切分 预取 合并 压缩 校验 映射 迁移 隔离 重算 广播 归约 采样 对齐 融合 卸载 回收 扩展 限流 排队".split()
THIRD = "单元 策略 协议 引擎 指标 窗口 队列 阶段 接口 模型 层次 带宽 时延 开销 模块 上限 周期 比例 拓扑 边界 缓冲 基准".split()
CATEGORIES = "hardware memory interconnect precision parallelism inference training software virtualization billing".split()


def title(i):
    a, b, c = i % 22, i // 22 % 22, i // 484 % 22
    return FIRST[a] + SECOND[b] + THIRD[c]


def term(i, n):
    """One Markdown file. Its text names other terms as an author would: without writing a link."""
    other = [(i * 7919 + k * 104729 + k * k) % n for k in range(1, 9)]
    named = [title(o) for o in other]
    see = ", ".join(f"term-{o}" for o in dict.fromkeys(other[:4]) if o != i)
    return f"""---
id: term-{i}
title: {title(i)}
english: Bench term {i}
aliases: [{FIRST[i % 22]}{THIRD[i // 484 % 22]}第{i}式, BT{i}X]
short: {title(i)}是第 {i} 个词条，说明一次请求在第 {i % 97} 步里怎样占用和归还资源。
category: {CATEGORIES[i % 10]}
see: [{see}]
updated: 2026-{i % 12 + 1:02}-{i % 28 + 1:02}
---

{title(i)}（Bench term {i}）决定一次请求要等多久、占多少资源。它和{named[0]}放在一起看才有意义：前者管先后，后者管多少。
批量从 {i % 64 + 1} 增到 {i % 64 + 65} 时，**等待的时间**先降后升，转折的位置由{named[1]}决定。

## 怎样工作

每一步先检查{named[2]}，再决定要不要继续。设备忙的时候，`step({i})` 会把任务放回去，等下一轮：

- 先看{named[3]}还剩多少；
- 再看有没有别的请求可以合并；
- 都不行，就把它交给{named[4]}处理。

| 项目 | 数值 | 说明 |
|---|---:|---|
| 批量 | {i % 64 + 1} | 每一步最多处理的请求 |
| 步数 | {i % 97 + 3} | 从进入到完成 |
| 等待 | {i % 13 + 1} 轮 | 设备忙时 |

## 常见的误会

有人把{title(i)}和{named[5]}当成一回事。区别在于*谁来等*：前者让请求等设备，后者让设备等请求。
量大的时候两者都要看；只调一个，另一个就成了瓶颈，{named[6]}也跟着变差。

```text
{title(i)}: {i}
{named[7]}: {other[7]}
```

## 什么时候要管它

平均等待超过 {i % 9 + 2} 轮，或者{named[7]}长期高于八成，就该看一看。先量，再改一个数，再量一次。
"""


HUGO = {
    "hugo.toml": """baseURL = "https://example.com/"
title = "Bench"
languageCode = "zh"
defaultContentLanguage = "zh"
disableKinds = ["taxonomy", "term"]
disableAliases = true
[permalinks.page]
terms = "/zh/glossary/:contentbasename/"
[services.rss]
limit = 50
[markup.highlight]
noClasses = false
codeFences = false
""",
    # What our layout has: head with Open Graph and JSON-LD, header, main, footer.
    "layouts/baseof.html": """<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ .Title }} · Bench</title>
<meta name="description" content="{{ .Params.short }}">
<link rel="canonical" href="{{ .Permalink }}">
<meta property="og:title" content="{{ .Title }}">
<meta property="og:type" content="article">
<meta property="og:url" content="{{ .Permalink }}">
<meta property="og:site_name" content="Bench">
<meta property="og:description" content="{{ .Params.short }}">
{{ block "jsonld" . }}{{ end }}
<link rel="stylesheet" href="/assets/site.css">
<script type="module" src="/assets/main.js"></script>
</head>
<body>
<a class="skip" href="#main">跳到正文</a>
<header><a class="brand" href="/">Bench</a><nav><ul><li><a href="/zh/glossary/">术语</a></li></ul></nav></header>
<main id="main">{{ block "main" . }}{{ end }}</main>
<footer><p><a href="/index.xml">Feed</a></p></footer>
</body>
</html>
""",
    "layouts/page.html": """{{ define "jsonld" }}<script type="application/ld+json">{{ dict "@context" "https://schema.org" "@type" "DefinedTerm" "@id" .Permalink "url" .Permalink "name" .Title "description" .Params.short "inLanguage" "zh" "alternateName" .Params.aliases "dateModified" .Params.updated | jsonify | safeJS }}</script>{{ end }}
{{ define "main" }}
<nav class="crumbs"><ol><li><a href="/">首页</a></li><li><a href="/zh/glossary/">术语</a></li><li>{{ .Title }}</li></ol></nav>
<article>
<h1>{{ .Title }} <span lang="en">{{ .Params.english }}</span></h1>
<p class="aliases">{{ delimit .Params.aliases "、" }}</p>
<p class="short">{{ .Params.short }}</p>
<div class="prose">{{ .Content }}</div>
<section><h2>相关</h2><ul>{{ range .Params.see }}{{ with $.Site.GetPage (printf "/terms/%s" .) }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a><p>{{ .Params.short }}</p></li>{{ end }}{{ end }}</ul></section>
<nav>{{ with .PrevInSection }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}{{ with .NextInSection }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}</nav>
<p>更新于 {{ .Params.updated }}</p>
</article>
<aside><h2>{{ .Params.category }}</h2>{{ partialCached "sidebar.html" . .Params.category }}</aside>
{{ end }}
""",
    # 49 of the category, rendered once: less than our sidebar, whose terms stand around the page's own.
    "layouts/_partials/sidebar.html": """<ul>{{ range first 49 (where site.RegularPages "Params.category" .Params.category) }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul>
""",
    "layouts/section.html": """{{ define "main" }}<h1>术语</h1><ul>{{ range .RegularPages.ByTitle }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a> <span lang="en">{{ .Params.english }}</span><p>{{ .Params.short }}</p></li>{{ end }}</ul>{{ end }}
""",
    "layouts/home.html": """{{ define "main" }}<h1>Bench</h1>{{ end }}
""",
}


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def main():
    plain = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    folder, n = plain[0], int(plain[1]) if len(plain) > 1 else 10000
    if n > 22**3:
        sys.exit("bench_pages: at most 10648 terms have titles of their own")
    write(f"{folder}/gloss/content/site.yaml", "title: Bench\nlanguages: [zh]\n" + ("search: false\nmarkdown_twins: false\n" if "--plain" in sys.argv else ""))
    for name, text in HUGO.items():
        write(f"{folder}/hugo/{name}", text)
    for i in range(n):
        text = term(i, n)
        write(f"{folder}/gloss/content/zh/terms/term-{i}.md", text)
        write(f"{folder}/hugo/content/terms/term-{i}.md", text)


main()
